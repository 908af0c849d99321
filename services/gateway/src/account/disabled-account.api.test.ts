import assert from "node:assert/strict";
import { disableAccount, enableAccount } from "@placard/accounts";
import { canonicalLink, signLink } from "@placard/contracts";
import { createAuthenticator, getSharedPlacard, registerTestClient } from "@placard/testing";
import type { ApiResponse, SharedPlacard, TestClient } from "@placard/testing";
import { Redis } from "ioredis";

describe("a disabled account", () => {
  let placard: SharedPlacard;
  let redis: Redis;
  let ada: TestClient;
  let userId: string;
  let key: string;
  let signingKey: { id: string; secret: string };
  before(async () => {
    placard = await getSharedPlacard();
    redis = new Redis(placard.redis.url);
  });
  after(() => redis.disconnect());
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
    userId = (await ada.callWithToken("GET", "/account")).body.data.user.id;
    key = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data.key;
    signingKey = (await ada.callWithToken("POST", "/signing-keys", { name: "site" })).body.data;
  });

  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const generate = (title: string, gatewayUrl = placard.url) => {
    const body = { template: "blog", data: { title } };
    return ada.call("POST", "/og/generate", { token: key, body, gatewayUrl });
  };
  const followSignedLink = async () => {
    const query = new Map(Object.entries({ title: "Signed", kid: signingKey.id }));
    const sig = signLink(signingKey.secret, canonicalLink("blog.png", query));
    const parameters = new URLSearchParams([...query, ["sig", sig]]).toString();
    return (await fetch(`${placard.url}/og/sign/blog.png?${parameters}`)).status;
  };

  it("has no sessions, and can't sign in until it is enabled again", async () => {
    await ada.login();
    const token = ada.token();
    assert.equal(await disableAccount(redis, userId, Date.now()), "done");
    for (const { url: gatewayUrl } of placard.gateways)
      assert.equal(
        outcome(await ada.call("GET", "/auth/session", { token, gatewayUrl })),
        "401 unauthorized",
      );
    const refused = await ada.login();
    assert.equal(outcome(refused), "403 forbidden");
    assert.equal(
      refused.body.error.message,
      "The account is disabled. Contact the operator of this service.",
    );
    assert.equal(outcome(await ada.login({ start: { email: undefined } })), "403 forbidden");

    assert.equal(await enableAccount(redis, userId), "done");
    assert.equal(outcome(await ada.call("GET", "/auth/session", { token })), "401 unauthorized");
    assert.equal(outcome(await ada.login()), "200 ok");
    assert.equal((await ada.callWithToken("GET", "/auth/sessions")).body.data.sessions.length, 1);
  });

  it("is not revealed before the passkey has been verified", async () => {
    await disableAccount(redis, userId, Date.now());
    const started = await ada.call("POST", "/auth/login/start", { body: { email: ada.email } });
    assert.equal(outcome(started), "200 ok");
    assert.deepEqual(
      started.body.data.options.allowCredentials.map(({ id }: { id: string }) => id),
      [ada.authenticator.id],
    );
    const forged = await ada.login({ changes: { sign: createAuthenticator().sign } });
    assert.equal(outcome(forged), "401 authentication_failed");
  });

  it("has API keys and signing keys that no gateway accepts until it is enabled again", async () => {
    assert.equal(outcome(await generate("Before")), "200 ok");
    assert.equal(await followSignedLink(), 200);
    await disableAccount(redis, userId, Date.now());
    for (const { url } of placard.gateways)
      assert.equal(outcome(await generate("x", url)), "401 unauthorized");
    assert.equal(await followSignedLink(), 403);
    await enableAccount(redis, userId);
    for (const { url } of placard.gateways) assert.equal(outcome(await generate("x", url)), "200 ok");
    assert.equal(await followSignedLink(), 200);
  });

  it("keeps its images", async () => {
    const { url } = (await generate("Kept")).body.data;
    await disableAccount(redis, userId, Date.now());
    const { pathname } = new URL(url);
    for (const gateway of placard.gateways) assert.equal((await fetch(gateway.url + pathname)).status, 200);
  });

  it("does not affect other accounts", async () => {
    const eve = await registerTestClient(placard.url);
    await disableAccount(redis, userId, Date.now());
    assert.equal(outcome(await eve.callWithToken("GET", "/account")), "200 ok");
    assert.equal(outcome(await eve.login()), "200 ok");
  });

  it("has no session and no usable key, however many logins and requests were in progress", async () => {
    for (let round = 0; round < 3; round++) {
      const client = await registerTestClient(placard.url);
      const { id } = (await client.callWithToken("GET", "/account")).body.data.user;
      const token = client.token();
      const requests = placard.gateways.flatMap(({ url: gatewayUrl }) => [
        client.login({ finish: { email: client.email, gatewayUrl } }),
        client.call("POST", "/keys", { token, body: { name: "late" }, gatewayUrl }),
        client.call("POST", "/keys", { token, body: { name: "late" }, gatewayUrl }),
      ]);
      const [responses] = await Promise.all([Promise.all(requests), disableAccount(redis, id, Date.now())]);
      for (const { status, body } of responses) {
        assert.ok([200, 201, 401, 403].includes(status), `${status}`);
        const { token: newToken, key: newKey } = body.data;
        if (newToken)
          assert.equal((await client.call("GET", "/auth/session", { token: newToken })).status, 401);
        if (newKey) assert.equal((await client.call("GET", "/og/templates", { token: newKey })).status, 401);
      }
    }
  });

  it("can be disabled and enabled repeatedly, and keeps the time of the first", async () => {
    for (const at of [1000, 2000]) assert.equal(await disableAccount(redis, userId, at), "done");
    assert.equal(await redis.hget(`{placard}:user:${userId}`, "disabledAt"), "1000");
    for (let i = 0; i < 2; i++) assert.equal(await enableAccount(redis, userId), "done");
    assert.equal(await disableAccount(redis, "unknown", 1000), "no_user");
    assert.equal(await enableAccount(redis, "unknown"), "no_user");
  });
});

import assert from "node:assert/strict";
import { defaultMessage } from "@placard/contracts";
import {
  createAuthenticator,
  expireAuthentication,
  getSharedPlacard,
  invalidLogins,
  listSchemaMismatches,
  poll,
  registerTestClient,
  type ApiResponse,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import { Redis } from "ioredis";

const start = "/auth/reauthenticate/start";
const finish = "/auth/reauthenticate/finish";

describe("re-authentication", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });

  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const expire = (token = ada.token()) => expireAuthentication(placard.redis.url, token);
  const optionsOf = async (path: string, { call, token }: TestClient = ada, body?: object) => {
    const started = await call("POST", path, { token: token(), ...(body && { body }) });
    assert.equal(outcome(started), "200 ok");
    return started.body.data.options;
  };
  async function isRejectedFor(reason: string, response: ApiResponse): Promise<void> {
    const { requestId } = response;
    const code = "authentication_failed";
    const error = { code, message: defaultMessage(code), requestId };
    assert.deepEqual([response.status, response.body.error], [401, error]);
    const findLine = async () => (await placard.logs({ requestId: requestId!, msg: "ceremony failed" }))[0];
    const { reason: logged, ceremony } = await poll("the log line", findLine);
    assert.deepEqual([logged, ceremony], [reason, "reauthentication"]);
  }

  it("is required by every sensitive action 5 minutes after the login, and by no other", async () => {
    const second = createAuthenticator();
    assert.equal((await ada.register({ token: ada.token(), authenticator: second })).status, 200);
    const { passkeys } = (await ada.callWithToken("GET", "/auth/passkeys")).body.data;
    const apiKey = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
    const signingKey = (await ada.callWithToken("POST", "/signing-keys", { name: "site" })).body.data;
    const sensitive: [string, string, object?][] = [
      ["POST", "/auth/register/start", { email: ada.email, name: ada.name }],
      ["POST", "/keys", { name: "another" }],
      ["DELETE", `/keys/${apiKey.id}`],
      ["POST", "/signing-keys", { name: "another" }],
      ["DELETE", `/signing-keys/${signingKey.id}`],
      ["DELETE", `/auth/passkeys/${passkeys[1].id}`],
    ];
    await expire();
    for (const [method, path, body] of sensitive) {
      const rejected = await ada.callWithToken(method, path, body);
      assert.equal(outcome(rejected), "403 reauthentication_required", path);
      assert.equal(rejected.body.error.message, defaultMessage("reauthentication_required"));
    }
    for (const path of ["/auth/session", "/auth/sessions", "/auth/passkeys", "/keys", "/signing-keys"])
      assert.equal(outcome(await ada.callWithToken("GET", path)), "200 ok");
    const renamed = await ada.callWithToken("PATCH", `/auth/passkeys/${passkeys[0].id}`, { name: "Phone" });
    assert.equal(outcome(renamed), "200 ok");
    assert.equal(outcome(await ada.callWithToken("DELETE", "/auth/sessions")), "200 ok");

    assert.equal(outcome(await ada.reauthenticate()), "200 ok");
    for (const [method, path, body] of sensitive)
      assert.match(outcome(await ada.callWithToken(method, path, body)), /^20[01] ok$/, path);
  });

  it("is not required within 5 minutes of the last one", async () => {
    const sessionKey = `{placard}:session:${(await ada.callWithToken("GET", "/auth/session")).body.data.session.id}`;
    const create = () => ada.callWithToken("POST", "/keys", { name: "ci" });
    const redis = new Redis(placard.redis.url);
    try {
      await redis.hset(sessionKey, "authenticatedAt", Date.now() - 280_000);
      assert.equal(outcome(await create()), "201 ok");
      await redis.hset(sessionKey, "authenticatedAt", Date.now() - 301_000);
      assert.equal(outcome(await create()), "403 reauthentication_required");
    } finally {
      redis.disconnect();
    }
  });

  it("asks for a passkey of the account and returns the session with the same token and expiry", async () => {
    await expire();
    const options = await optionsOf(start);
    assert.match(options.challenge, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(options.allowCredentials, [{ id: ada.authenticator.id, type: "public-key" }]);
    assert.deepEqual(
      [options.rpId, options.timeout, options.userVerification],
      ["localhost", 60_000, "required"],
    );
    const before = (await ada.callWithToken("GET", "/auth/session")).body.data.session;
    const { status, body } = await ada.reauthenticate({ finish: { email: ada.email.toUpperCase() } });
    assert.equal(status, 200);
    const { authenticatedAt, ...session } = body.data.session;
    assert.deepEqual([Object.keys(body.data), session], [["session"], before]);
    assert.ok(Math.abs(Date.now() - Date.parse(authenticatedAt)) < 60_000);
    assert.deepEqual((await ada.callWithToken("GET", "/auth/session")).body.data.session, before);
  });

  it("applies to its own session only, at every gateway", async () => {
    const other = ada.token();
    await ada.login();
    for (const token of [other, ada.token()]) await expire(token);
    assert.equal(
      outcome(await ada.reauthenticate({ finish: { gatewayUrl: placard.gateways[1]!.url } })),
      "200 ok",
    );
    for (const { url: gatewayUrl } of placard.gateways) {
      const create = (token: string) =>
        ada.call("POST", "/keys", { token, body: { name: "ci" }, gatewayUrl });
      assert.equal(outcome(await create(other)), "403 reauthentication_required");
      assert.equal(outcome(await create(ada.token())), "201 ok");
    }
  });

  it("fails with the passkey of another account, which is then not signed in either", async () => {
    const eve = await registerTestClient(placard.url);
    await expire();
    await isRejectedFor("foreign_credential", await ada.reauthenticate({ authenticator: eve.authenticator }));
    const withHandle = {
      edit: ({ response }: { response: object }) => Object.assign(response, { userHandle: null }),
    };
    const { authenticator } = eve;
    await isRejectedFor(
      "foreign_credential",
      await ada.reauthenticate({ authenticator, changes: withHandle }),
    );
    await isRejectedFor("email", await ada.reauthenticate({ finish: { email: eve.email } }));
    assert.equal(
      outcome(await ada.callWithToken("POST", "/keys", { name: "ci" })),
      "403 reauthentication_required",
    );
  });

  it("fails with the session of another account, and with another session of the same account", async () => {
    const eve = await registerTestClient(placard.url);
    await isRejectedFor("session", await ada.reauthenticate({ finish: { token: eve.token() } }));
    const token = ada.token();
    await ada.login();
    await isRejectedFor("session", await ada.reauthenticate({ finish: { token } }));
  });

  it("accepts no challenge of a login or a registration, nor do these accept its challenge", async () => {
    const { email, authenticator, name } = ada;
    const login = authenticator.login(await optionsOf("/auth/login/start", ada, { email }));
    await isRejectedFor("ceremony", await ada.callWithToken("POST", finish, { credential: login }));
    const creation = await optionsOf("/auth/register/start", ada, { email, name });
    const credential = authenticator.login({ ...creation, rpId: "localhost" });
    await isRejectedFor("ceremony", await ada.callWithToken("POST", finish, { credential }));
    const ofReauthentication = authenticator.login(await optionsOf(start));
    const rejected = await ada.call("POST", "/auth/login/finish", {
      body: { email, credential: ofReauthentication },
    });
    assert.equal(outcome(rejected), "401 authentication_failed");
    const added = createAuthenticator().register({
      ...creation,
      challenge: (await optionsOf(start)).challenge,
    });
    const body = { email, credential: added };
    assert.equal(
      outcome(await ada.callWithToken("POST", "/auth/register/finish", body)),
      "401 authentication_failed",
    );
    assert.equal((await ada.callWithToken("GET", "/auth/passkeys")).body.data.passkeys.length, 1);
  });

  it("accepts a challenge once, also if two gateways receive it at the same time", async () => {
    const credential = ada.authenticator.login(await optionsOf(start));
    const responses = await Promise.all(
      [0, 1, 0, 1].map((i) =>
        ada.call("POST", finish, {
          token: ada.token(),
          body: { credential },
          gatewayUrl: placard.gateways[i]!.url,
        }),
      ),
    );
    const rejected = Array.from({ length: 3 }, () => "401 authentication_failed");
    assert.deepEqual(responses.map(outcome).toSorted(), ["200 ok", ...rejected]);
    await isRejectedFor("challenge", await ada.callWithToken("POST", finish, { credential }));
  });

  for (const [description, reason, changes] of invalidLogins) {
    it(`responds with the same 401 as a login and logs ${reason} if ${description}`, async () => {
      await isRejectedFor(reason, await ada.reauthenticate({ changes }));
      assert.equal(outcome(await ada.reauthenticate()), "200 ok");
    });
  }

  it("needs no user handle, because the session names the account", async () => {
    for (const userHandle of [undefined, null]) {
      const edit = ({ response }: { response: object }) => Object.assign(response, { userHandle });
      assert.equal(outcome(await ada.reauthenticate({ changes: { edit } })), "200 ok");
    }
  });

  it("fails with a deleted passkey, and with the token of a revoked session", async () => {
    const second = createAuthenticator();
    await ada.register({ token: ada.token(), authenticator: second });
    const { passkeys } = (await ada.callWithToken("GET", "/auth/passkeys")).body.data;
    const credential = second.login({ ...(await optionsOf(start)), rpId: "localhost" });
    assert.equal(outcome(await ada.callWithToken("DELETE", `/auth/passkeys/${passkeys[1].id}`)), "200 ok");
    await isRejectedFor("unknown_credential", await ada.callWithToken("POST", finish, { credential }));
    const token = ada.token();
    const late = ada.authenticator.login(await optionsOf(start));
    await ada.callWithToken("POST", "/auth/logout");
    for (const [path, body] of [
      [start, undefined],
      [finish, { credential: late }],
    ] as const) {
      assert.equal(
        outcome(await ada.call("POST", path, { token, ...(body && { body }) })),
        "401 unauthorized",
      );
      assert.equal(outcome(await ada.call("POST", path, body && { body })), "401 unauthorized");
    }
  });

  it("responds 400 if a member of the credential is missing, unknown or of another type", async () => {
    const valid = createAuthenticator().login({ challenge: "", rpId: "localhost" });
    for (const [name, pointer, credential] of listSchemaMismatches("login", valid)) {
      const response = await ada.callWithToken("POST", finish, { credential });
      const paths = response.body.error.details?.map(({ path }: { path: string }) => path);
      assert.deepEqual(
        [outcome(response), paths],
        ["400 validation_failed", [`/credential${pointer}`]],
        name,
      );
    }
  });
});

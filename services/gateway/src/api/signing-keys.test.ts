import assert from "node:assert/strict";
import { canonicalLink, signLink } from "@placard/contracts";
import {
  poll,
  registerTestClient,
  startPlacard,
  type ApiResponse,
  type Placard,
  type TestClient,
} from "@placard/testing";

describe("signing keys of a user", () => {
  let placard: Placard;
  let ada: TestClient;
  before(async () => {
    placard = await startPlacard({
      gateways: 2,
      env: { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" },
    });
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });
  after(() => placard.stop());

  const make = (body: object) => ada.callWithToken("POST", "/signing-keys", body);
  const list = async ({ callWithToken }: TestClient) =>
    (await callWithToken("GET", "/signing-keys")).body.data.signingKeys;
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  it("are made for a name, and show their secret once", async () => {
    const { status, body } = await make({ name: " the  blog " });
    assert.equal(status, 201);
    const { id, secret, createdAt, ...rest } = body.data;
    assert.deepEqual(rest, { name: "the blog" });
    assert.match(id, /^[0-9A-Za-z]{16}$/);
    assert.match(secret, /^plks_[A-Za-z0-9_-]{43}$/);
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 10_000);
    const listed = await list(ada);
    assert.deepEqual(listed, [{ id, name: "the blog", hint: secret.slice(-4), createdAt, lastUsedAt: null }]);
    const again = (await make({ name: "another" })).body.data;
    assert.ok(again.id !== id && again.secret !== secret);
    assert.equal((await list(ada)).length, 2);
  });

  it("tell to the minute when a link of theirs was last followed", async () => {
    const { id, secret } = (await make({ name: "used" })).body.data;
    const query = new Map([
      ["title", "Used"],
      ["kid", id],
    ]);
    const sig = signLink(secret, canonicalLink("blog.png", query));
    const answer = await fetch(`${placard.url}/og/sign/blog.png?title=Used&kid=${id}&sig=${sig}`);
    assert.equal(answer.status, 200);
    const used = await poll("the use to be noted", async () => (await list(ada))[0].lastUsedAt ?? undefined);
    assert.match(used, /:00\.000Z$/);
  });

  it("refuse names that do not fit", async () => {
    for (const body of [
      {},
      { name: "" },
      { name: "\u200b" },
      { name: "x".repeat(129) },
      { name: 5 },
      { name: "x", secret: "mine" },
    ]) {
      assert.equal(outcome(await make(body)), "400 validation_failed", JSON.stringify(body));
    }
    assert.deepEqual(await list(ada), []);
  });

  it("are not there for other users, nor once revoked", async () => {
    const eve = await registerTestClient(placard.url);
    const { id } = (await make({ name: "ada's" })).body.data;
    assert.deepEqual(await list(eve), []);
    assert.equal(outcome(await eve.callWithToken("DELETE", `/signing-keys/${id}`)), "404 not_found");
    assert.equal((await list(ada)).length, 1);
    const { status, body } = await ada.callWithToken("DELETE", `/signing-keys/${id}`);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await list(ada), []);
    assert.equal(outcome(await ada.callWithToken("DELETE", `/signing-keys/${id}`)), "404 not_found");
  });

  it("are made, listed and revoked with a session alone", async () => {
    for (const token of [undefined, placard.key, "nonsense"]) {
      const calls = [ada.call("POST", "/signing-keys", { token, body: { name: "x" } })];
      calls.push(ada.call("GET", "/signing-keys", { token }));
      calls.push(ada.call("DELETE", "/signing-keys/0000000000000000", { token }));
      for (const answer of await Promise.all(calls)) assert.equal(outcome(answer), "401 unauthorized");
    }
  });

  it("leave a line in the log when made and revoked, with the user and without the secret", async () => {
    const { id, secret } = (await make({ name: "logged" })).body.data;
    await ada.callWithToken("DELETE", `/signing-keys/${id}`);
    const userId = (await ada.callWithToken("GET", "/auth/session")).body.data.user.id;
    const lines = await poll("both lines", () => {
      const found = placard.logs().filter(({ signingKeyId }) => signingKeyId === id);
      return found.length === 2 ? found : undefined;
    });
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ["signing key made", "signing key revoked"],
    );
    for (const line of lines) assert.equal(line["userId"], userId);
    const log = JSON.stringify(placard.logs());
    assert.ok(!log.includes(secret) && !log.includes(secret.slice(-16)));
  });
});

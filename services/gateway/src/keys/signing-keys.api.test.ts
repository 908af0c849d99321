import assert from "node:assert/strict";
import { canonicalLink, signLink } from "@placard/contracts";
import {
  poll,
  registerTestClient,
  getSharedPlacard,
  type ApiResponse,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";

describe("the signing key endpoints", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });

  const create = (body: object) => ada.callWithToken("POST", "/signing-keys", body);
  const list = async ({ callWithToken }: TestClient) =>
    (await callWithToken("GET", "/signing-keys")).body.data.signingKeys;
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  it("create a key with a name, and show its secret once", async () => {
    const { status, body } = await create({ name: " the  blog " });
    assert.equal(status, 201);
    const { id, secret, createdAt, ...rest } = body.data;
    assert.deepEqual(rest, { name: "the blog" });
    assert.match(id, /^[0-9A-Za-z]{16}$/);
    assert.match(secret, /^plks_[A-Za-z0-9_-]{43}$/);
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
    const listed = await list(ada);
    const [passkey] = (await ada.callWithToken("GET", "/auth/passkeys")).body.data.passkeys;
    const expected = { id, name: "the blog", hint: secret.slice(-4), createdAt, passkeyId: passkey.id };
    assert.deepEqual(listed, [{ ...expected, lastUsedAt: null }]);
    const other = (await create({ name: "another" })).body.data;
    assert.ok(other.id !== id && other.secret !== secret);
    assert.equal((await list(ada)).length, 2);
  });

  it("list the minute in which a link of a key was last requested", async () => {
    const { id, secret } = (await create({ name: "used" })).body.data;
    const query = new Map([
      ["title", "Used"],
      ["kid", id],
    ]);
    const sig = signLink(secret, canonicalLink("blog.png", query));
    const response = await fetch(`${placard.url}/og/sign/blog.png?title=Used&kid=${id}&sig=${sig}`);
    assert.equal(response.status, 200);
    const used = await poll("the last-used time", async () => (await list(ada))[0].lastUsedAt ?? undefined);
    assert.match(used, /:00\.000Z$/);
  });

  it("reject invalid bodies: signing keys do not expire, and clients cannot choose the secret", async () => {
    for (const body of [
      {},
      { name: "" },
      { name: "\u200b" },
      { name: "x".repeat(129) },
      { name: 5 },
      { name: "x", secret: "mine" },
      { name: "x", expiresAt: "2099-01-01T00:00:00Z" },
    ]) {
      assert.equal(outcome(await create(body)), "400 validation_failed", JSON.stringify(body));
    }
    assert.deepEqual(await list(ada), []);
  });

  it("respond 404 for another account's key and for a revoked one", async () => {
    const eve = await registerTestClient(placard.url);
    const { id } = (await create({ name: "ada's" })).body.data;
    assert.deepEqual(await list(eve), []);
    assert.equal(outcome(await eve.callWithToken("DELETE", `/signing-keys/${id}`)), "404 not_found");
    assert.equal((await list(ada)).length, 1);
    const { status, body } = await ada.callWithToken("DELETE", `/signing-keys/${id}`);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await list(ada), []);
    assert.equal(outcome(await ada.callWithToken("DELETE", `/signing-keys/${id}`)), "404 not_found");
  });

  it("require a session: an API key is rejected", async () => {
    for (const token of [undefined, placard.key, "nonsense"]) {
      const calls = [ada.call("POST", "/signing-keys", { token, body: { name: "x" } })];
      calls.push(ada.call("GET", "/signing-keys", { token }));
      calls.push(ada.call("DELETE", "/signing-keys/0000000000000000", { token }));
      for (const response of await Promise.all(calls)) assert.equal(outcome(response), "401 unauthorized");
    }
  });

  it("log the creation and the revocation of a key with its account, and without the secret", async () => {
    const { id, secret } = (await create({ name: "logged" })).body.data;
    await ada.callWithToken("DELETE", `/signing-keys/${id}`);
    const accountId = (await ada.callWithToken("GET", "/auth/session")).body.data.user.id;
    const lines = await poll("both lines", async () => {
      const found = await placard.logs({ signingKeyId: id });
      return found.length === 2 && found;
    });
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ["signing key created", "signing key revoked"],
    );
    for (const line of lines) assert.deepEqual([line["accountId"], line["userId"]], [accountId, accountId]);
    const log = JSON.stringify(await placard.logs());
    assert.ok(!log.includes(secret) && !log.includes(secret.slice(-16)));
  });
});

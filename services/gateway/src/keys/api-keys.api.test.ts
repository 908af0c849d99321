import assert from "node:assert/strict";
import { createApiKeys } from "@placard/accounts";
import { apiKeyScopes } from "@placard/contracts";
import {
  poll,
  registerTestClient,
  getSharedPlacard,
  type ApiResponse,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import { Redis } from "ioredis";

describe("the API key endpoints", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });

  const create = (body: object) => ada.callWithToken("POST", "/keys", body);
  const list = async ({ callWithToken }: TestClient) => (await callWithToken("GET", "/keys")).body.data.keys;
  const use = (token: string, gatewayUrl = placard.url) =>
    ada.call("GET", "/og/templates", { token, gatewayUrl });
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  it("create a key with a name, which works at every gateway", async () => {
    const { status, body } = await create({ name: "ci" });
    assert.equal(status, 201);
    const { id, key, createdAt, ...rest } = body.data;
    assert.deepEqual(rest, { name: "ci", expiresAt: null, scopes: apiKeyScopes });
    assert.match(key, /^plk_[0-9A-Za-z]{36}$/);
    assert.ok(id.length >= 16 && !key.includes(id));
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
    for (const { url } of placard.gateways) assert.equal((await use(key, url)).status, 200);
  });

  it("show a key once, and list only its last four characters", async () => {
    const { id, key, createdAt } = (await create({ name: "shown once" })).body.data;
    const [listed, ...others] = await list(ada);
    assert.deepEqual(others, []);
    const [passkey] = (await ada.callWithToken("GET", "/auth/passkeys")).body.data.passkeys;
    const expected = { id, name: "shown once", hint: key.slice(-4), createdAt, passkeyId: passkey.id };
    assert.deepEqual(listed, { ...expected, scopes: apiKeyScopes, expiresAt: null, lastUsedAt: null });
    assert.ok(!JSON.stringify(listed).includes(key.slice(4, 34)));
  });

  it("list the minute in which a key was last used", async () => {
    const { key } = (await create({ name: "used" })).body.data;
    await use(key);
    const used = await poll("the last-used time", async () => (await list(ada))[0].lastUsedAt ?? undefined);
    assert.match(used, /:00\.000Z$/);
    assert.ok(Math.abs(Date.now() - Date.parse(used)) < 120_000);
  });

  it("create keys that stop working when they expire", async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const { data } = (await create({ name: "brief", expiresAt })).body;
    assert.equal(data.expiresAt, expiresAt);
    assert.equal((await use(data.key)).status, 200);
    const redis = new Redis(placard.redis.url);
    const findAt = (time: number) => createApiKeys({ redis, now: () => time }).find(data.key);
    assert.equal((await findAt(Date.parse(expiresAt) - 1))?.id, data.id);
    assert.equal(await findAt(Date.parse(expiresAt)), undefined);
    redis.disconnect();
  });

  it("accept an expiresAt with an offset from UTC, and return it in UTC", async () => {
    const year = new Date().getUTCFullYear() + 1;
    const { status, body } = await create({ name: "offset", expiresAt: `${year}-07-01T12:00:00+02:00` });
    assert.equal(status, 201);
    assert.equal(body.data.expiresAt, `${year}-07-01T10:00:00.000Z`);
  });

  it("reject invalid bodies, and name every invalid field by its JSON pointer", async () => {
    const past = new Date(Date.now() - 1000).toISOString();
    const cases: [object, string[]][] = [
      [{}, ["/name"]],
      [{ name: "" }, ["/name"]],
      [{ name: "x".repeat(129) }, ["/name"]],
      [{ name: 5, expiresAt: 5, scope: "all" }, ["/expiresAt", "/name", "/scope"]],
    ];
    const invalidTimes = [past, "", "tomorrow", "2099-01-01", "2099-01-01T00:00:00", "2099-13-01T00:00:00Z"];
    invalidTimes.push("2099-02-30T00:00:00Z", "2099-01-01T25:00:00Z", "99999999999", " 2099-01-01T00:00:00Z");
    for (const expiresAt of invalidTimes) cases.push([{ name: "x", expiresAt }, ["/expiresAt"]]);
    for (const [sent, pointers] of cases) {
      const response = await create(sent);
      assert.equal(outcome(response), "400 validation_failed", JSON.stringify(sent));
      const paths: string[] = response.body.error.details.map(({ path }: { path: string }) => path);
      assert.deepEqual([...new Set(paths)].sort(), pointers, JSON.stringify(sent));
    }
    assert.deepEqual(await list(ada), []);
  });

  it("revoke a key immediately, at every gateway", async () => {
    const { id, key } = (await create({ name: "revoked" })).body.data;
    const other = (await create({ name: "other" })).body.data;
    for (const { url } of placard.gateways) assert.equal((await use(key, url)).status, 200);
    const { status, body } = await ada.callWithToken("DELETE", `/keys/${id}`);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    for (const { url } of placard.gateways) assert.equal((await use(key, url)).status, 401);
    assert.equal((await use(other.key)).status, 200);
    assert.deepEqual(
      (await list(ada)).map(({ name }: { name: string }) => name),
      ["other"],
    );
    assert.equal(outcome(await ada.callWithToken("DELETE", `/keys/${id}`)), "404 not_found");
  });

  it("respond 404 for another account's key, and do not list it", async () => {
    const eve = await registerTestClient(placard.url);
    const { id, key } = (await create({ name: "ada's" })).body.data;
    assert.deepEqual(await list(eve), []);
    assert.equal(outcome(await eve.callWithToken("DELETE", `/keys/${id}`)), "404 not_found");
    assert.equal((await use(key)).status, 200);
  });

  it("create keys that remain valid after the session that created them", async () => {
    const { key } = (await create({ name: "lasting" })).body.data;
    await ada.callWithToken("POST", "/auth/logout");
    assert.equal((await use(key)).status, 200);
  });

  it("require a session: an API key is rejected", async () => {
    const { id, key } = (await create({ name: "no session" })).body.data;
    for (const token of [undefined, key, "nonsense"]) {
      const body = { name: "x" };
      assert.equal(outcome(await ada.call("POST", "/keys", { token, body })), "401 unauthorized");
      assert.equal(outcome(await ada.call("GET", "/keys", { token })), "401 unauthorized");
      assert.equal(outcome(await ada.call("DELETE", `/keys/${id}`, { token })), "401 unauthorized");
    }
  });
});

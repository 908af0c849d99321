import assert from "node:assert/strict";
import {
  poll,
  registerTestClient,
  startPlacard,
  type ApiResponse,
  type Placard,
  type TestClient,
} from "@placard/testing";

describe("API keys of a user", () => {
  let placard: Placard;
  let ada: TestClient;
  before(async () => {
    const env = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_API: "0", PUBLIC_URL: "http://localhost:3000" };
    placard = await startPlacard({ gateways: 2, renderers: 0, env });
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });
  after(() => placard.stop());

  const make = (body: object) => ada.callWithToken("POST", "/keys", body);
  const list = async ({ callWithToken }: TestClient) => (await callWithToken("GET", "/keys")).body.data.keys;
  const use = (token: string, at = placard.url) => ada.call("GET", "/og/templates", { token, at });
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  it("are made for a name, and work at every gateway", async () => {
    const { status, body } = await make({ name: "ci" });
    assert.equal(status, 201);
    const { id, key, createdAt, ...rest } = body.data;
    assert.deepEqual(rest, { name: "ci", expiresAt: null });
    assert.match(key, /^plk_[0-9A-Za-z]{36}$/);
    assert.ok(id.length >= 16 && !key.includes(id));
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 10_000);
    for (const { url } of placard.gateways) assert.equal((await use(key, url)).status, 200);
  });

  it("are shown once: after that by their last four characters alone", async () => {
    const { id, key, createdAt } = (await make({ name: "shown once" })).body.data;
    const [listed, ...others] = await list(ada);
    assert.deepEqual(others, []);
    const expected = { id, name: "shown once", hint: key.slice(-4), createdAt };
    assert.deepEqual(listed, { ...expected, expiresAt: null, lastUsedAt: null });
    assert.ok(!JSON.stringify(listed).includes(key.slice(4, 34)));
  });

  it("tell to the minute when they were last used", async () => {
    const { key } = (await make({ name: "used" })).body.data;
    await use(key);
    const used = await poll("the use to be noted", async () => (await list(ada))[0].lastUsedAt ?? undefined);
    assert.match(used, /:00\.000Z$/);
    assert.ok(Math.abs(Date.now() - Date.parse(used)) < 120_000);
  });

  it("stop working when they expire", async () => {
    const expiresAt = new Date(Date.now() + 1500).toISOString();
    const { body } = await make({ name: "brief", expiresAt });
    assert.equal(body.data.expiresAt, expiresAt);
    assert.equal((await use(body.data.key)).status, 200);
    await poll("the key to expire", async () => (await use(body.data.key)).status === 401);
    assert.ok(Date.now() >= Date.parse(expiresAt));
  });

  it("take an end with an offset to UTC, and list it in UTC", async () => {
    const year = new Date().getUTCFullYear() + 1;
    const { status, body } = await make({ name: "offset", expiresAt: `${year}-07-01T12:00:00+02:00` });
    assert.equal(status, 201);
    assert.equal(body.data.expiresAt, `${year}-07-01T10:00:00.000Z`);
  });

  it("refuse bodies that do not fit, each fault with the JSON pointer of its field", async () => {
    const past = new Date(Date.now() - 1000).toISOString();
    const cases: [object, string[]][] = [
      [{}, ["/name"]],
      [{ name: "" }, ["/name"]],
      [{ name: "x".repeat(129) }, ["/name"]],
      [{ name: 5, expiresAt: 5, scope: "all" }, ["/expiresAt", "/name", "/scope"]],
    ];
    const noEnds = [past, "", "tomorrow", "2099-01-01", "2099-01-01T00:00:00", "2099-13-01T00:00:00Z"];
    noEnds.push("2099-02-30T00:00:00Z", "2099-01-01T25:00:00Z", "99999999999", " 2099-01-01T00:00:00Z");
    for (const expiresAt of noEnds) cases.push([{ name: "x", expiresAt }, ["/expiresAt"]]);
    for (const [sent, pointers] of cases) {
      const answer = await make(sent);
      assert.equal(outcome(answer), "400 validation_failed", JSON.stringify(sent));
      const paths: string[] = answer.body.error.details.map(({ path }: { path: string }) => path);
      assert.deepEqual([...new Set(paths)].sort(), pointers, JSON.stringify(sent));
    }
    assert.deepEqual(await list(ada), []);
  });

  it("are revoked at once and everywhere", async () => {
    const { id, key } = (await make({ name: "revoked" })).body.data;
    const kept = (await make({ name: "kept" })).body.data;
    for (const { url } of placard.gateways) assert.equal((await use(key, url)).status, 200);
    const { status, body } = await ada.callWithToken("DELETE", `/keys/${id}`);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    for (const { url } of placard.gateways) assert.equal((await use(key, url)).status, 401);
    assert.equal((await use(kept.key)).status, 200);
    assert.deepEqual(
      (await list(ada)).map(({ name }: { name: string }) => name),
      ["kept"],
    );
    assert.equal(outcome(await ada.callWithToken("DELETE", `/keys/${id}`)), "404 not_found");
  });

  it("are not there for other users", async () => {
    const eve = await registerTestClient(placard.url);
    const { id, key } = (await make({ name: "ada's" })).body.data;
    assert.deepEqual(await list(eve), []);
    assert.equal(outcome(await eve.callWithToken("DELETE", `/keys/${id}`)), "404 not_found");
    assert.equal((await use(key)).status, 200);
  });

  it("outlive the session that made them", async () => {
    const { key } = (await make({ name: "lasting" })).body.data;
    await ada.callWithToken("POST", "/auth/logout");
    assert.equal((await use(key)).status, 200);
  });

  it("are made, listed and revoked with a session alone", async () => {
    const { id, key } = (await make({ name: "no session" })).body.data;
    for (const token of [undefined, key, "nonsense"]) {
      assert.equal(
        outcome(await ada.call("POST", "/keys", { token, body: { name: "x" } })),
        "401 unauthorized",
      );
      assert.equal(outcome(await ada.call("GET", "/keys", { token })), "401 unauthorized");
      assert.equal(outcome(await ada.call("DELETE", `/keys/${id}`, { token })), "401 unauthorized");
    }
  });
});

import assert from "node:assert/strict";
import { createApiKeys, operatorAccountId, type ApiKeys } from "@placard/accounts";
import { poll, getSharedPlacard, startRedis, type SharedPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

describe("authentication with an API key", () => {
  let placard: SharedPlacard;
  let redis: Redis;
  let apiKeys: ApiKeys;
  before(async () => {
    placard = await getSharedPlacard();
    redis = new Redis(placard.redis.url);
    apiKeys = createApiKeys({ redis, now: Date.now });
  });
  after(() => redis.disconnect());

  const statusOf = async (authorization: string | undefined, url = placard.url) => {
    const sent = request(url).get("/api/v1/og/templates");
    if (authorization !== undefined) sent.set("Authorization", authorization);
    return (await sent).status;
  };
  const mistype = (key: string) => key.replace(/.$/, (last) => (last === "a" ? "b" : "a"));

  /** A well-formed key of another installation. */
  async function createUnknownKey(): Promise<string> {
    const other = await startRedis();
    const connection = new Redis(other.url);
    const { secret } = await createApiKeys({ redis: connection, now: Date.now }).create({
      owner: await operatorAccountId(connection),
      name: "unknown",
    });
    connection.disconnect();
    await other.stop();
    return secret;
  }

  it("succeeds at every gateway, regardless of the case of the scheme", async () => {
    for (const { url } of placard.gateways) assert.equal(await statusOf(`bEaReR ${placard.key}`, url), 200);
  });

  it("responds 401 with WWW-Authenticate if the key is missing, malformed, mistyped or unknown", async () => {
    const invalid = [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      `Basic ${placard.key}`,
      placard.key,
      `Bearer ${mistype(placard.key)}`,
      `Bearer ${await createUnknownKey()}`,
      `Bearer ${placard.key} ${placard.key}`,
      `Bearer ${"x".repeat(8000)}`,
    ];
    for (const authorization of invalid) assert.equal(await statusOf(authorization), 401, authorization);
    const { headers, body } = await request(placard.url).get("/api/v1/og/templates");
    assert.equal(headers["www-authenticate"], "Bearer");
    assert.equal(body.error.code, "unauthorized");
  });

  it("does not log keys", async () => {
    const { headers } = await request(placard.url)
      .get("/api/v1/og/templates")
      .set("Authorization", `Bearer ${placard.key}`)
      .expect(200);
    const requestId = headers["x-request-id"]!;
    await poll("the request's log line", async () => (await placard.logs({ requestId })).length > 0);
    assert.ok(!JSON.stringify(await placard.logs()).includes(placard.key.slice(4, 34)));
  });

  it("fails once the key has expired", async () => {
    const create = async (expiresAt: number) =>
      (await apiKeys.create({ owner: placard.account.id, name: "brief", expiresAt })).secret;
    const [valid, expired] = [await create(Date.now() + 600_000), await create(Date.now() - 1_000)];
    assert.equal(await statusOf(`Bearer ${valid}`), 200);
    assert.equal(await statusOf(`Bearer ${expired}`), 401);
  });

  it("fails at every gateway as soon as the key is revoked", async () => {
    const { secret, id } = await apiKeys.create({ owner: placard.account.id, name: "revoked" });
    for (const { url } of placard.gateways) assert.equal(await statusOf(`Bearer ${secret}`, url), 200);
    assert.equal(await apiKeys.revoke("another account", id), false);
    assert.equal(await statusOf(`Bearer ${secret}`), 200);
    assert.equal(await apiKeys.revoke(placard.account.id, id), true);
    for (const { url } of placard.gateways) assert.equal(await statusOf(`Bearer ${secret}`, url), 401);
  });

  it("records the minute in which the key was last used", async () => {
    const { secret } = await apiKeys.create({ owner: placard.account.id, name: "used" });
    await statusOf(`Bearer ${secret}`);
    const used = await poll("the last-used time", async () => (await apiKeys.find(secret))?.lastUsedAt);
    assert.equal(used % 60_000, 0);
    assert.ok(Math.abs(Date.now() - used) < 120_000);
  });
});

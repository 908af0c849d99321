import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { poll, startPlacard, startRedis, type Placard, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";
import { createApiKeys, type ApiKeys } from "./api-keys.ts";

describe("API keys", () => {
  let placard: Placard;
  let redis: Redis;
  let apiKeys: ApiKeys;
  before(async () => {
    placard = await startPlacard({ renderers: 0, gateways: 2, env: { RATE_LIMIT_API: "0" } });
    redis = new Redis(placard.redis.url);
    apiKeys = createApiKeys({ redis, now: Date.now });
  });
  after(async () => {
    redis.disconnect();
    await placard.stop();
  });

  const statusOf = async (authorization: string | undefined, url = placard.url) => {
    const sent = request(url).get("/api/v1/og/templates");
    if (authorization !== undefined) sent.set("Authorization", authorization);
    return (await sent).status;
  };

  it("look like plk_, 30 random characters and the CRC32 of what goes before in base62", async () => {
    const { key, hint } = await apiKeys.create({ owner: "someone", name: "shape" });
    assert.match(key, /^plk_[0-9A-Za-z]{36}$/);
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const value = key
      .slice(-6)
      .split("")
      .reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
    assert.equal(value, crc32(key.slice(0, -6)));
    assert.equal(hint, key.slice(-4));
  });

  it("are accepted at every gateway, whatever the case of the scheme", async () => {
    for (const { url } of placard.gateways) assert.equal(await statusOf(`bEaReR ${placard.key}`, url), 200);
  });

  it("are refused when absent, malformed, mistyped or unknown, with the scheme to use", async () => {
    const { key } = await createApiKeys({ redis: await elsewhere(), now: Date.now }).create({
      owner: "x",
      name: "x",
    });
    const mistyped = placard.key.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const bad = [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      `Basic ${placard.key}`,
      placard.key,
      `Bearer ${mistyped}`,
    ];
    bad.push(`Bearer ${key}`, `Bearer ${placard.key} ${placard.key}`, `Bearer ${"x".repeat(8000)}`);
    for (const authorization of bad) assert.equal(await statusOf(authorization), 401, authorization);
    const { headers, body } = await request(placard.url).get("/api/v1/og/templates");
    assert.equal(headers["www-authenticate"], "Bearer");
    assert.equal(body.error.code, "unauthorized");
  });

  let other: TestRedis | undefined;
  let otherConnection: Redis | undefined;
  async function elsewhere(): Promise<Redis> {
    other = await startRedis();
    otherConnection = new Redis(other.url);
    return otherConnection;
  }
  after(async () => {
    otherConnection?.disconnect();
    await other?.stop();
  });

  it("cost Redis no look-up when mistyped", async () => {
    const mistyped = placard.key.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const hashReads = async () =>
      Number(/cmdstat_hgetall:calls=(\d+)/.exec(await redis.info("commandstats"))?.[1] ?? 0);
    const before = await hashReads();
    for (let i = 0; i < 10; i++) await statusOf(`Bearer ${mistyped}`);
    assert.equal(await hashReads(), before);
    await statusOf(`Bearer ${placard.key}`);
    assert.equal(await hashReads(), before + 1);
  });

  it("are kept as their hash only", async () => {
    const { key } = await apiKeys.create({ owner: "someone", name: "at rest" });
    const names = await redis.keys("*");
    const values = await Promise.all(
      names.map(async (name) => JSON.stringify([name, await redis.hgetall(name).catch(() => "")])),
    );
    const random = key.slice(4, 34);
    assert.ok(values.every((value) => !value.includes(random)));
    assert.ok(values.some((value) => value.includes(createHash("sha256").update(key).digest("hex"))));
    assert.ok(!JSON.stringify(placard.logs()).includes(placard.key.slice(4, 34)));
  });

  it("stop working when they expire and, at once and everywhere, when they are revoked", async () => {
    const brief = await apiKeys.create({ owner: "someone", name: "brief", expiresAt: Date.now() + 1_000 });
    assert.equal(await statusOf(`Bearer ${brief.key}`), 200);
    await poll("the key to expire", async () => (await statusOf(`Bearer ${brief.key}`)) === 401);
    assert.ok(Date.now() >= (brief.expiresAt ?? 0));

    const { key, id } = await apiKeys.create({ owner: "someone", name: "revoked" });
    for (const { url } of placard.gateways) assert.equal(await statusOf(`Bearer ${key}`, url), 200);
    assert.equal(await apiKeys.revoke("someone else", id), false);
    assert.equal(await statusOf(`Bearer ${key}`), 200);
    assert.equal(await apiKeys.revoke("someone", id), true);
    for (const { url } of placard.gateways) assert.equal(await statusOf(`Bearer ${key}`, url), 401);
    assert.equal(await apiKeys.revoke("someone", id), false);
  });

  it("tell to the minute when they were last used", async () => {
    const { key, lastUsedAt } = await apiKeys.create({ owner: "someone", name: "used" });
    assert.equal(lastUsedAt, undefined);
    await statusOf(`Bearer ${key}`);
    const used = await poll("the use to be noted", async () => (await apiKeys.find(key))?.lastUsedAt);
    assert.equal(used % 60_000, 0);
    assert.ok(Math.abs(Date.now() - used) < 120_000);
  });
});

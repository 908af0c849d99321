import assert from "node:assert/strict";
import type { RenderJob } from "@placard/contracts";
import { utcDay } from "@placard/runtime";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { operatorAccountId } from "./account-id.ts";
import { deleteAccount } from "./account-status.ts";
import { userKeys } from "./redis-keys.ts";
import {
  createResultLimit,
  createUsageStore,
  noUsage,
  usageDays,
  type Usage,
  type UsageStore,
} from "./usage.ts";

const dayMs = 86_400_000;

describe("the usage of accounts", () => {
  let server: TestRedis;
  let redis: Redis;
  let time: number;
  let usage: UsageStore;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    time = Date.now();
    usage = createUsageStore({ redis, now: () => time });
    await addUsers("ada", "bob", "cleo", "dan");
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const addUsers = (...ids: string[]) =>
    Promise.all(ids.map((id) => redis.hset(userKeys.user(id), { id, email: `${id}@example.com` })));
  const used = (counts: Partial<Usage>): Usage => ({
    ...noUsage,
    account: "ada",
    keyId: undefined,
    day: utcDay(time),
    ...counts,
  });

  it("is added up by day and key, oldest day first, with the days that have none", async () => {
    await usage.add([used({ keyId: "k1", renders: 1, bytes: 100, remoteBytes: 50 })]);
    time += dayMs;
    await usage.add([
      used({ keyId: "k1", renders: 2, bytes: 300 }),
      used({ keyId: "k2", cacheHits: 9 }),
      used({ renders: 1, bytes: 7 }),
      used({ account: "bob", keyId: "k3", renders: 100 }),
    ]);
    await usage.add([used({ keyId: "k1", cacheHits: 3 })]);
    const k1 = { keyId: "k1", renders: 1, cacheHits: 0, bytes: 100, remoteBytes: 50 };
    assert.deepEqual(await usage.list("ada", 3), [
      { date: utcDay(time - 2 * dayMs), ...noUsage, keys: [] },
      { date: utcDay(time - dayMs), renders: 1, cacheHits: 0, bytes: 100, remoteBytes: 50, keys: [k1] },
      {
        date: utcDay(time),
        renders: 3,
        cacheHits: 12,
        bytes: 307,
        remoteBytes: 0,
        keys: [
          { keyId: "k2", renders: 0, cacheHits: 9, bytes: 0, remoteBytes: 0 },
          { keyId: "k1", renders: 2, cacheHits: 3, bytes: 300, remoteBytes: 0 },
        ],
      },
    ]);
  });

  it("of today limits how long results are kept", async () => {
    const limit = createResultLimit(usage, 3);
    const job = { recipe: { owner: "ada" } } as RenderJob;
    await usage.add([used({ keyId: "k1" }), used({ renders: 2 })]);
    assert.deepEqual(await limit(job), job);
    await usage.add([used({ renders: 1 })]);
    assert.deepEqual(await limit(job), { ...job, resultTtlSeconds: 600 });
    assert.equal((await limit({ ...job, resultTtlSeconds: 300 })).resultTtlSeconds, 300);
    const other = { recipe: { owner: "bob" } } as RenderJob;
    assert.deepEqual(await limit(other), other);
    time += dayMs;
    assert.deepEqual(await limit(job), job);
  });

  it("is kept for 90 days", async () => {
    await usage.add([used({ keyId: "k1", renders: 1 })]);
    const keys = await redis.keys("*2*"); // those that contain a day
    assert.equal(keys.length, 2);
    for (const key of keys) {
      const ttl = await redis.ttl(key);
      assert.ok(ttl > (usageDays - 1) * 86_400 && ttl <= usageDays * 86_400, `${key}: ${ttl}`);
    }
  });

  it("counts at most 200 keys of a day, and all others in the total", async () => {
    await usage.add(Array.from({ length: 250 }, (_, i) => used({ keyId: `k${i}`, renders: 1 })));
    await usage.add([used({ keyId: "k0", renders: 5 }), used({ keyId: "k249", renders: 5 })]);
    const [today] = await usage.list("ada", 1);
    assert.deepEqual([today!.renders, today!.keys.length], [260, 200]);
    assert.deepEqual([today!.keys[0]!.keyId, today!.keys[0]!.renders], ["k0", 6]);
  });

  it("names the accounts with the most renders of a day", async () => {
    await usage.add([
      used({ renders: 2 }),
      used({ account: "bob", renders: 5 }),
      used({ account: "cleo", renders: 1 }),
      used({ account: "dan", cacheHits: 1_000 }),
    ]);
    await usage.add([used({ renders: 4 })]);
    assert.deepEqual(await usage.top(utcDay(time), 2), [
      { account: "ada", renders: 6 },
      { account: "bob", renders: 5 },
    ]);
    assert.deepEqual(await usage.top("2001-01-01", 2), []);
  });

  it("keeps at most 1,000 of those accounts", async () => {
    await addUsers(...Array.from({ length: 1_100 }, (_, i) => `a${i}`));
    await usage.add(Array.from({ length: 1_100 }, (_, i) => used({ account: `a${i}`, renders: i + 1 })));
    const top = await usage.top(utcDay(time), 2_000);
    assert.deepEqual([top.length, top.at(-1)?.renders], [1_000, 101]);
  });

  it("is deleted with the account, and not counted after that", async () => {
    await usage.add([used({ renders: 1 }), used({ account: "bob", renders: 1 })]);
    time += (usageDays - 1) * dayMs;
    await usage.add([used({ renders: 1 })]);
    assert.equal(await deleteAccount(redis, "ada", time), "done");
    await usage.add([used({ renders: 1 })]);
    assert.deepEqual(
      (await redis.keys("*")).filter((key) => key.includes("ada")),
      [],
    );
    assert.deepEqual(await usage.top(utcDay(time), 10), []);
    assert.equal((await usage.list("bob", usageDays))[0]!.renders, 1);
  });

  it("is counted for the operator account", async () => {
    const account = await operatorAccountId(redis);
    await usage.add([used({ account, renders: 1 })]);
    assert.equal((await usage.list(account, 1))[0]!.renders, 1);
  });
});

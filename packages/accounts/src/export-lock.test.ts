import assert from "node:assert/strict";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createExportLock, type ExportLock } from "./export-lock.ts";

describe("the lock of exports", () => {
  let server: TestRedis;
  let redis: Redis;
  let locks: ExportLock[];
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    locks = [1, 2].map(() => createExportLock(redis));
  });
  beforeEach(() => redis.flushall());
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it("permits one export of an account at a time at all gateways, and of other accounts", async () => {
    let runs = 0;
    const outcomes: boolean[] = [];
    const isFirst = await locks[0]!.withExportLock("ada", async () => {
      for (const lock of locks)
        outcomes.push(await lock.withExportLock("ada", () => Promise.resolve(void runs++)));
      outcomes.push(await locks[1]!.withExportLock("eve", () => Promise.resolve(void runs++)));
    });
    assert.deepEqual([isFirst, ...outcomes, runs], [true, false, false, true, 1]);
  });

  it("is released when an export ends or fails, and expires if its gateway dies", async () => {
    const fail = () => Promise.reject(new Error("storage is unavailable"));
    await assert.rejects(locks[0]!.withExportLock("ada", fail), /storage is unavailable/);
    assert.equal(await redis.exists("{placard}:export-of:ada"), 0);
    await locks[1]!.withExportLock("ada", async () => {
      const ttlMs = await redis.pttl("{placard}:export-of:ada");
      assert.ok(ttlMs > 0 && ttlMs <= 30_000);
    });
    assert.equal(await redis.exists("{placard}:export-of:ada"), 0);
  });

  it("is not released by an export that has lost it", async () => {
    await locks[0]!.withExportLock("ada", async () => {
      await redis.set("{placard}:export-of:ada", "the lock of another export");
    });
    assert.equal(await redis.get("{placard}:export-of:ada"), "the lock of another export");
  });
});

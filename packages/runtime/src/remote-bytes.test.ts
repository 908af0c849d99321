import assert from "node:assert/strict";
import { AppError, remoteBytesQuota } from "@placard/contracts";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createRemoteBytes } from "./remote-bytes.ts";

describe("the daily quota of remote bytes", () => {
  let server: TestRedis;
  let redis: Redis;
  let time = Date.UTC(2027, 0, 31, 23, 59);
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const isExceeded = (error: unknown) => error instanceof AppError && error.code === "quota_exceeded";

  it("ends the fetches of all processes while files arrive, until the day ends", async () => {
    const [first, second] = [1, 2].map(() => createRemoteBytes({ redis, now: () => time }));
    const quota = remoteBytesQuota(1_000, "ada");
    const counting = await Promise.all([first!.open(quota), second!.open(quota)]);
    counting[0](999);
    counting[1](1);
    await poll("the chunk that ends the second fetch", () => {
      try {
        counting[1](0);
        return false;
      } catch (error) {
        return isExceeded(error);
      }
    });
    await assert.rejects(first!.open(quota), isExceeded);
    await first!.open(remoteBytesQuota(1_000, "ada", true));
    await first!.open(remoteBytesQuota(1_000, "bob"));
    time += 60_000;
    await first!.open(quota);
  });

  it("counts the chunks that arrive during a command together", async () => {
    const bytes = createRemoteBytes({ redis, now: () => time });
    const count = await bytes.open(remoteBytesQuota(1_000_000, "joe"));
    const countCommands = async () =>
      Number(/cmdstat_incrby:calls=(\d+)/.exec(await redis.info("commandstats"))?.[1] ?? 0);
    const before = await countCommands();
    for (let chunk = 0; chunk < 500; chunk++) count(10);
    const [key] = await poll("the counter", async () => {
      const keys = await redis.keys("*:joe:*");
      return keys.length > 0 && keys;
    });
    await poll("all bytes", async () => (await redis.get(key!)) === "5000");
    assert.ok((await countCommands()) - before <= 3);
  });

  it("has no counter without a limit", async () => {
    const bytes = createRemoteBytes({ redis, now: () => time });
    (await bytes.open(remoteBytesQuota(0, "eve")))(1);
    assert.deepEqual(await redis.keys("*eve*"), []);
  });
});

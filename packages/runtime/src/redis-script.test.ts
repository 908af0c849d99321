import assert from "node:assert/strict";
import { startRedis, type TestRedis } from "@placard/testing";
import { pino } from "pino";
import { defineScript } from "./redis-script.ts";
import { connectRedis, waitUntilConnected, type RedisClient } from "./redis.ts";

describe("defineScript", () => {
  const append = defineScript(`return redis.call("APPEND", KEYS[1], ARGV[1])`);
  let server: TestRedis;
  let redis: RedisClient;
  before(async () => {
    server = await startRedis();
    redis = connectRedis(server.url, "commands", pino({ level: "silent" }));
    await waitUntilConnected(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it("sends the text of a script only to a server that does not have it, and runs it once", async () => {
    assert.deepEqual(await Promise.all(["a", "b"].map((text) => append(redis, ["key"], [text]))), [1, 2]);
    await redis.call("SCRIPT", "FLUSH");
    assert.equal(await append(redis, ["key"], ["c"]), 3);
    await redis.call("CONFIG", "RESETSTAT");
    assert.equal(await append(redis, ["key"], ["d"]), 4);
    assert.equal(await redis.get("key"), "abcd");
    assert.doesNotMatch(await redis.info("commandstats"), /cmdstat_eval:/);
  });

  it("rejects with the errors of a script", async () => {
    const fail = defineScript(`return redis.call("INCR", KEYS[1])`);
    await assert.rejects(fail(redis, ["key"]), /not an integer/);
  });
});

import assert from "node:assert/strict";
import { startRedis, type TestRedis } from "@placard/testing";
import { pino } from "pino";
import { defineScript } from "./redis-script.ts";
import { connectRedis, waitUntilConnected, type RedisClient } from "./redis.ts";

describe("defineScript", () => {
  const append = defineScript(`return redis.call("APPEND", keys.text, args.suffix)`);
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
    assert.deepEqual(
      await Promise.all(["a", "b"].map((text) => append(redis, { text: "key" }, { suffix: text }))),
      [1, 2],
    );
    await redis.call("SCRIPT", "FLUSH");
    assert.equal(await append(redis, { text: "key" }, { suffix: "c" }), 3);
    await redis.call("CONFIG", "RESETSTAT");
    assert.equal(await append(redis, { text: "key" }, { suffix: "d" }), 4);
    assert.equal(await redis.get("key"), "abcd");
    assert.doesNotMatch(await redis.info("commandstats"), /cmdstat_eval:/);
  });

  it("passes lists of keys, times in ms and absent arguments unchanged", async () => {
    const set = defineScript(`
redis.call("SET", keys.all[2], args.time)
return { #keys.all, args.absent and 1 or 0 }`);
    const time = Date.UTC(2027, 0, 1, 12);
    assert.deepEqual(await set(redis, { all: ["a", "b"] }, { time, absent: undefined }), [2, 0]);
    assert.equal(await redis.get("b"), String(time));
  });

  it("rejects with the errors of a script", async () => {
    const fail = defineScript(`return redis.call("INCR", keys.text)`);
    await redis.set("word", "text");
    await assert.rejects(fail(redis, { text: "word" }), /not an integer/);
  });
});

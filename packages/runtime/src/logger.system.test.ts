import assert from "node:assert/strict";
import { findFreePort, poll, startRedis, startService } from "@placard/testing";
import { Redis } from "ioredis";

describe("the logger", () => {
  it("logs that Redis rejected the password, without the password", async () => {
    const redis = await startRedis();
    const connection = new Redis(redis.url);
    await connection.config("SET", "requirepass", "the-right-one");
    connection.disconnect();
    const gateway = startService("gateway", {
      PORT: String(await findFreePort()),
      ADMIN_PORT: String(await findFreePort()),
      REDIS_URL: `redis://:the-wrong-one@127.0.0.1:${redis.port}`,
      JWT_SECRET: "a secret of thirty-two bytes or more",
    });
    try {
      await poll("an error about Redis", () => gateway.logs().some(({ level }) => Number(level) >= 50));
    } finally {
      await gateway.stop("SIGKILL");
      await redis.stop();
    }
    assert.doesNotMatch(JSON.stringify(gateway.logs()) + gateway.stderr(), /the-wrong-one/);
    assert.match(JSON.stringify(gateway.logs()), /WRONGPASS|NOAUTH/);
  });
});

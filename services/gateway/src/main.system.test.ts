import assert from "node:assert/strict";
import { findFreePort, poll, sendRedisCommand, startInProcess, startRedis } from "@placard/testing";

describe("the settings of gateway and renderer", () => {
  it("are all reported in one message if they are invalid, and nothing starts", async () => {
    const gateway = startInProcess("gateway", {
      PORT: "70000",
      PUBLIC_URL: "placard.example",
      REDIS_URL: "http://localhost",
      JWT_SECRET: "short,also short",
      RENDER_TIMEOUT_MS: "10s",
      TRUST_PROXY: "some of them",
      S3_FORCE_PATH_STYLE: "maybe",
    });
    assert.equal(await gateway.exited, 1);
    const names = ["PORT", "PUBLIC_URL", "REDIS_URL", "JWT_SECRET", "RENDER_TIMEOUT_MS", "TRUST_PROXY"];
    for (const name of [...names, "S3_FORCE_PATH_STYLE"])
      assert.match(gateway.stderr(), new RegExp(`- ${name} must be`));
    assert.doesNotMatch(gateway.stderr(), /also short/);
    assert.deepEqual(gateway.logs(), []);
  });

  it("are reported by name if they are missing or invalid", async () => {
    const invalid = { IMAGE_TTL: "0", IMAGE_PORTS: "http", IMAGE_ALLOW_PRIVATE: "yes" };
    const [gateway, renderer] = [startInProcess("gateway", {}), startInProcess("renderer", invalid)];
    assert.deepEqual([await gateway.exited, await renderer.exited], [1, 1]);
    assert.match(gateway.stderr(), /REDIS_URL is required[^]*JWT_SECRET is required/);
    for (const error of [
      /- REDIS_URL is required/,
      /- IMAGE_TTL must be/,
      /- IMAGE_PORTS must be ports or ranges/,
      /- IMAGE_ALLOW_PRIVATE must be true or false/,
    ])
      assert.match(renderer.stderr(), error);
  });
});

describe("a gateway or renderer that cannot start", () => {
  it("closes its connections to Redis", async () => {
    const redis = await startRedis();
    try {
      const taken = String(redis.port);
      const settings = {
        REDIS_URL: redis.url,
        JWT_SECRET: "a secret of thirty-two bytes and more",
        ADMIN_PORT: String(await findFreePort()),
      };
      const services = [
        startInProcess("gateway", { ...settings, PORT: taken }), // the last thing that it opens
        startInProcess("renderer", { ...settings, ADMIN_PORT: taken }),
      ];
      for (const { exited, stderr } of services) {
        assert.equal(await exited, 1);
        assert.match(stderr(), /^Port \d+ on [\d.]+ is in use/);
      }
      await poll(
        "no connection of a service to be left",
        async () => !(await sendRedisCommand(redis.port, "CLIENT LIST")).includes("name=placard-"),
      );
    } finally {
      await redis.stop();
    }
  });
});

import assert from "node:assert/strict";
import { poll, startPlacard, startService } from "@placard/testing";

describe("the processes' settings", () => {
  it("are all told of in one message when they can't be, and nothing starts", async () => {
    const gateway = startService("gateway", {
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

  it("are asked for by name when they are missing", async () => {
    const [gateway, renderer] = [startService("gateway", {}), startService("renderer", { IMAGE_TTL: "0" })];
    assert.deepEqual([await gateway.exited, await renderer.exited], [1, 1]);
    assert.match(gateway.stderr(), /REDIS_URL is required[^]*JWT_SECRET is required/);
    assert.match(renderer.stderr(), /IMAGE_TTL must be[^]*|REDIS_URL is required/);
  });
});

describe("a gateway that is being stopped", () => {
  it("says that it is not ready before it takes no more, and ends with 0", async () => {
    const placard = await startPlacard({ env: { DRAIN_DELAY_MS: "2000" } });
    try {
      const gateway = placard.gateways[0]!;
      const ended = gateway.stop();
      const told = await poll("readiness to end", async () => {
        const answer = await fetch(`${gateway.url}/health/ready`);
        return answer.status === 503 && answer.text();
      });
      assert.match(told, /shutting down/);
      assert.equal((await fetch(`${gateway.url}/health/live`)).status, 200, "it still answers");
      assert.equal(await ended, 0);
    } finally {
      await placard.stop();
    }
  });
});

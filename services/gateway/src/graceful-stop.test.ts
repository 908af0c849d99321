import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { poll, startPlacard } from "@placard/testing";

describe("a gateway's graceful stop", () => {
  it("answers a request that takes longer than 10 s, if RENDER_TIMEOUT_MS allows it", async function () {
    this.timeout(60_000);
    const placard = await startPlacard({ env: { RENDER_TIMEOUT_MS: "30000" } });
    const renderer = placard.renderers[0]!;
    try {
      process.kill(renderer.pid, "SIGSTOP");
      const response = fetch(`${placard.url}/api/v1/og/generate`, {
        method: "POST",
        headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ template: "blog", data: { title: "Rendered late", author: "Ada" } }),
      });
      await delay(500); // until the request is in progress
      const exitStatus = placard.gateways[0]!.stop("SIGTERM");
      await poll("the gateway to refuse connections", () => isRefused(placard.url));
      await delay(10_500);
      process.kill(renderer.pid, "SIGCONT");
      assert.equal((await response).status, 200);
      assert.equal(await exitStatus, 0);
    } finally {
      process.kill(renderer.pid, "SIGCONT");
      await placard.stop();
    }
  });
});

async function isRefused(url: string): Promise<boolean> {
  return await fetch(`${url}/health/live`).then(
    () => false,
    () => true,
  );
}

import assert from "node:assert/strict";
import { readGatewaySettings } from "./settings.ts";

describe("readGatewaySettings", () => {
  const required = { REDIS_URL: "redis://localhost", JWT_SECRET: "a secret of thirty-two bytes or more" };

  it("allows a graceful stop the drain delay, the longest wait for an image, and 5 s", () => {
    assert.equal(readGatewaySettings(required).stopTimeoutMs, 15_000);
    const settings = { ...required, DRAIN_DELAY_MS: "2000", RENDER_TIMEOUT_MS: "60000" };
    assert.equal(readGatewaySettings(settings).stopTimeoutMs, 67_000);
  });
});

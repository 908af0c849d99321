import assert from "node:assert/strict";
import { startPlacard, type Placard } from "@placard/testing";

describe("Strict-Transport-Security", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ gateways: 0, renderers: 0 });
  });
  after(() => placard?.stop());

  for (const [publicUrl, expected] of [
    ["https://og.example.org", "max-age=31536000"],
    ["http://og.example.org", null],
  ] as const) {
    it(`is ${expected === null ? "not sent" : "sent with every response"} if PUBLIC_URL is ${publicUrl}`, async () => {
      const gateway = await placard.startGateway({ PUBLIC_URL: publicUrl });
      for (const path of ["/", "/og/unknown.png", "/api/v1/keys", "/health/live"]) {
        const { headers } = await fetch(gateway.url + path);
        assert.equal(headers.get("strict-transport-security"), expected, path);
      }
    });
  }
});

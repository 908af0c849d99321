import assert from "node:assert/strict";
import { startPlacard } from "@placard/testing";

describe("Strict-Transport-Security", () => {
  for (const [publicUrl, expected] of [
    ["https://og.example.org", "max-age=31536000"],
    ["http://og.example.org", null],
  ] as const) {
    it(`is ${expected === null ? "not sent" : "sent with every response"} if PUBLIC_URL is ${publicUrl}`, async () => {
      const placard = await startPlacard({ renderers: 0, env: { PUBLIC_URL: publicUrl } });
      try {
        for (const path of ["/", "/og/unknown.png", "/api/v1/keys", "/health/live"]) {
          const { headers } = await fetch(placard.url + path);
          assert.equal(headers.get("strict-transport-security"), expected, path);
        }
      } finally {
        await placard.stop();
      }
    });
  }
});

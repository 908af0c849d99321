import assert from "node:assert/strict";
import { describeUserAgent } from "./user-agent.ts";

describe("describeUserAgent", () => {
  it("describes browsers and programs by their User-Agent", () => {
    const android = "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)";
    const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
    const expected = {
      [`${windows} Chrome/138.0.0.0 Safari/537.36`]: "Chrome on Windows",
      [`${windows} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`]: "Edge on Windows",
      [`${android} Chrome/138.0.0.0 Mobile Safari/537.36`]: "Chrome on Android",
      [`${android} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`]: "Samsung Internet on Android",
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15":
        "Safari on macOS",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1":
        "Chrome on iPhone",
      "curl/8.5.0": "curl",
      "Mozilla/5.0": "unknown browser",
      "": "unknown browser",
    };
    for (const [userAgent, description] of Object.entries(expected))
      assert.equal(describeUserAgent(userAgent), description);
  });
});

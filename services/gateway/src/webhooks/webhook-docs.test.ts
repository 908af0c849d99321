import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

type IsSigned = (secret: string, headers: Record<string, string>, body: string) => boolean;

const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

describe("docs/webhooks.md", () => {
  it("has code without a library that accepts only signed requests", async () => {
    const text = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8");
    const [, code = ""] = /```js\n([^]*?function isSigned[^]*?)```/.exec(text) ?? [];
    const url = `data:text/javascript,${encodeURIComponent(`${code}export { isSigned };`)}`;
    const { isSigned } = (await import(url)) as { isSigned: IsSigned };
    const at = new Date();
    const signature = new Webhook(secret).sign("event-1", at, "{}");
    const headers = {
      "webhook-id": "event-1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": `v1,other ${signature}`,
    };
    assert.equal(isSigned(secret, headers, "{}"), true);
    assert.equal(isSigned(secret, headers, "{ }"), false);
    assert.equal(isSigned(secret, { ...headers, "webhook-id": "event-2" }, "{}"), false);
  });
});

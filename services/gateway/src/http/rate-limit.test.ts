import assert from "node:assert/strict";
import { startPlacard, type Placard } from "@placard/testing";
import request from "supertest";

describe("the rate limit of API keys", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ gateways: 2, renderers: 0, env: { RATE_LIMIT_API: "5" } });
  });
  after(() => placard.stop());

  it("counts over all gateways, tells what is left, and says when to come back", async () => {
    const ask = (i: number) =>
      request(placard.gateways[i % 2]!.url)
        .get("/api/v1/og/templates")
        .set("Authorization", `Bearer ${placard.key}`);
    for (let used = 1; used <= 5; used++) {
      const { status, headers } = await ask(used);
      assert.equal(status, 200);
      assert.equal(headers["ratelimit-policy"], '"api";q=5;w=60');
      assert.match(headers["ratelimit"] ?? "", new RegExp(`^"api";r=${5 - used};t=\\d+$`));
    }
    for (let over = 0; over < 3; over++) {
      const { status, headers, body } = await ask(over);
      assert.deepEqual([status, body.error.code], [429, "rate_limited"]);
      assert.match(headers["ratelimit"] ?? "", /^"api";r=0;t=\d+$/);
      const seconds = Number(headers["retry-after"]);
      assert.ok(seconds >= 1 && seconds <= 60);
    }
  });
});

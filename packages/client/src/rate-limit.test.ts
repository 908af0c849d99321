import assert from "node:assert/strict";
import { startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";
import { createClient, PlacardError } from "./index.ts";

describe("the client at the rate limit", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ renderers: 0, env: { RATE_LIMIT_API: "1" } });
  });
  after(() => placard.stop());

  /** Brings the end of the window, usually up to a minute away, nearer: counters are keys that expire with it. */
  async function endWindowIn(ms: number): Promise<void> {
    const redis = new Redis(placard.redis.url);
    const counters = await redis.keys("{placard}:rate:api:*");
    for (const counter of counters) await redis.pexpire(counter, ms);
    redis.disconnect();
    assert.equal(counters.length, 1);
  }

  it("waits as long as the gateway says and no longer than it may, then gets its answer", async () => {
    const client = createClient({ baseUrl: placard.url, key: placard.key });
    const { meta } = await client.listTemplates();
    assert.equal(meta.rateLimit?.remaining, 0);
    await endWindowIn(2500);
    const impatient = createClient({ baseUrl: placard.url, key: placard.key, retries: { totalMs: 500 } });
    const began = performance.now();
    const refusal: unknown = await impatient.listTemplates().catch((error: unknown) => error);
    assert.ok(refusal instanceof PlacardError);
    assert.deepEqual([refusal.code, refusal.status], ["rate_limited", 429]);
    assert.ok([1, 2, 3].includes(refusal.retryAfterSeconds ?? 0), String(refusal.retryAfterSeconds));
    assert.ok(performance.now() - began < 2000);
    await client.listTemplates();
    assert.ok(performance.now() - began > 1000, "it waited for the window to end");
  });
});

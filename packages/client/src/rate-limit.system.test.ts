import assert from "node:assert/strict";
import { startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";
import { createClient, PlacardError } from "./index.ts";

describe("a rate-limited call", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway"], renderers: 0, env: { RATE_LIMIT_API: "1" } });
  });
  after(() => placard?.stop());

  /** Shortens the rate limit window, usually a minute: its counters are Redis keys that expire with it. */
  async function endWindowIn(ms: number): Promise<void> {
    const redis = new Redis(placard.redis.url);
    const counters = await redis.keys("{placard}:rate:api:*");
    for (const counter of counters) await redis.pexpire(counter, ms);
    redis.disconnect();
    assert.equal(counters.length, 1);
  }

  it("is retried after Retry-After, unless that exceeds totalMs", async () => {
    const client = createClient({ baseUrl: placard.url, key: placard.key });
    await client.listTemplates();
    await endWindowIn(4_000);
    const impatient = createClient({ baseUrl: placard.url, key: placard.key, retries: { totalMs: 500 } });
    const error: unknown = await impatient.listTemplates().catch((thrown: unknown) => thrown);
    assert.ok(error instanceof PlacardError);
    assert.deepEqual([error.code, error.status], ["rate_limited", 429]);
    assert.ok((error.retryAfterSeconds ?? 0) > 0, String(error.retryAfterSeconds));
    await client.listTemplates(); // waits for the window to end
  });
});

import assert from "node:assert/strict";
import { nextRetryDelay, retryDelaysMs } from "./delivery-worker.ts";

describe("the retry schedule of webhooks", () => {
  it("has 8 attempts within 25 hours, of which the first retry is after 5 s", () => {
    const delays = retryDelaysMs.map((_, i) => nextRetryDelay(i + 1, 0) ?? 0);
    assert.equal(delays[0], 5_000);
    assert.equal(delays.length, 7);
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    assert.ok(hours >= 24 && hours < 25, `${hours} hours`);
    assert.equal(nextRetryDelay(8, 0), undefined);
  });

  it("delays retries by up to 10 % at random", () => {
    assert.equal(nextRetryDelay(2, 0), 300_000);
    assert.equal(nextRetryDelay(2, 1), 330_000);
  });
});

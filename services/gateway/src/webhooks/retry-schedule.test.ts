import assert from "node:assert/strict";
import { nextRetryDelay, retryDelaysMs } from "./delivery-worker.ts";

describe("the retry schedule of webhooks", () => {
  const now = Date.parse("2027-01-01T12:00:00Z");
  const delayOf = (
    attempts: number,
    { retryAfter, random = 0 }: { retryAfter?: string; random?: number } = {},
  ) => nextRetryDelay({ attempts, retryAfter }, { now, random });

  it("has 8 attempts within 25 hours, of which the first retry is after 5 s", () => {
    const delays = retryDelaysMs.map((_, i) => delayOf(i + 1) ?? 0);
    assert.equal(delays[0], 5_000);
    assert.equal(delays.length, 7);
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    assert.ok(hours >= 24 && hours < 25, `${hours} hours`);
    assert.equal(delayOf(8), undefined);
  });

  it("delays retries by up to 10 % at random", () => {
    assert.equal(delayOf(2, { random: 0 }), 300_000);
    assert.equal(delayOf(2, { random: 1 }), 330_000);
  });

  it("waits for the `Retry-After` of the response, in seconds or as a date, at most a day", () => {
    assert.equal(delayOf(1, { retryAfter: "120" }), 120_000);
    assert.equal(delayOf(1, { retryAfter: "Fri, 01 Jan 2027 12:03:00 GMT" }), 180_000);
    assert.equal(delayOf(1, { retryAfter: "1" }), 5_000);
    for (const retryAfter of ["soon", "-1", "", "Thu, 31 Dec 2026 12:00:00 GMT"])
      assert.equal(delayOf(1, { retryAfter }), 5_000, retryAfter);
    assert.equal(delayOf(1, { retryAfter: "99999999999999" }), 86_400_000);
    assert.equal(delayOf(8, { retryAfter: "1" }), undefined);
  });
});

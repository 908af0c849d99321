import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@placard/testing";
import { generate, sendAtRate, startLoad, summarize, tally } from "./load.mjs";
import { countUnfinishedJobs } from "./queue-probe.mjs";

export const fault = "requests at three times the capacity, for 12 s";
export const guarantee =
  "at least 0.9 of the capacity is rendered; all other requests get 503 overloaded immediately; accepted requests finish before the deadline; the queue is empty right after";

const timeoutMs = 10_000;

export async function run(placard) {
  const request = () => generate(placard.url, placard.key);
  const warmUp = startLoad(request, 12);
  await delay(3_000);
  await warmUp.stop();
  const full = startLoad(request, 12);
  const measuredFrom = performance.now();
  await delay(6_000);
  const capacity = full.outcomes.length / ((performance.now() - measuredFrom) / 1000);
  await full.stop();

  const startedAt = performance.now();
  const outcomes = await sendAtRate(request, { perSecond: 3 * capacity, durationMs: 12_000 });
  const tookMs = performance.now() - startedAt;
  const drainedFrom = performance.now();
  await poll("the queue to be empty", async () => (await countUnfinishedJobs(placard)) === 0);
  const drainedMs = performance.now() - drainedFrom;
  const accepted = outcomes.filter(({ status }) => status === 200);
  const rejected = outcomes.filter(({ status }) => status === 503);
  const share = accepted.length / (tookMs / 1000) / capacity;
  const { p99 } = summarize(accepted);
  const retryAfters = rejected.map(({ retryAfter }) => Number(retryAfter));
  return {
    held:
      share >= 0.9 &&
      p99 < timeoutMs &&
      accepted.length + rejected.length === outcomes.length &&
      drainedMs < 1_000,
    observed:
      `capacity ${capacity.toFixed(0)}/s; sent ${outcomes.length}: ${tally(outcomes)}; ` +
      `${share.toFixed(2)} of capacity; p99 of accepted ${p99.toFixed(0)} ms; ` +
      `rejected in ${summarize(rejected).median.toFixed(0)} ms (median), ` +
      `Retry-After ${Math.min(...retryAfters)} to ${Math.max(...retryAfters)} s; ` +
      `queue empty ${drainedMs.toFixed(0)} ms after the last response`,
  };
}

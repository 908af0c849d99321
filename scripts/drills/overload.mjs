import { poll, startPlacard } from "@placard/testing";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { createQueueProbe } from "./queue-probe.mjs";
import { generate, quantile, sendAtRate, startLoad, tally } from "./load.mjs";

export const fault = "requests at three times the capacity, for 12 s";
export const guarantee =
  "at least 0.9 of the capacity is rendered; all other requests get 503 overloaded immediately; accepted requests finish before the deadline; the queue is empty right after";

const timeoutMs = 10_000;

export async function run() {
  const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  const probe = createQueueProbe(placard.redis.url);
  try {
    const request = () => generate(placard.url, placard.key);
    const warmUp = startLoad(request, 12);
    await delay(3_000);
    await warmUp.stop();
    const full = startLoad(request, 12);
    const measuredFrom = performance.now();
    await delay(6_000);
    const capacity = full.outcomes.length / ((performance.now() - measuredFrom) / 1000);
    await full.stop();

    const durationMs = 12_000;
    const startedAt = performance.now();
    const outcomes = await sendAtRate(request, { perSecond: 3 * capacity, durationMs });
    const tookMs = performance.now() - startedAt;
    const drainedFrom = performance.now();
    await poll("the queue to be empty", async () => (await probe.unfinished()) === 0);
    const drainedMs = performance.now() - drainedFrom;
    const accepted = outcomes.filter(({ status }) => status === 200);
    const rejected = outcomes.filter(({ status }) => status === 503);
    const share = accepted.length / (tookMs / 1000) / capacity;
    const p99 = quantile(
      accepted.map(({ ms }) => ms),
      0.99,
    );
    const retryAfters = [...new Set(rejected.map(({ retryAfter }) => Number(retryAfter)))].toSorted(
      (a, b) => a - b,
    );
    return {
      held:
        share >= 0.9 &&
        p99 < timeoutMs &&
        accepted.length + rejected.length === outcomes.length &&
        drainedMs < 1_000,
      observed:
        `capacity ${capacity.toFixed(0)}/s; sent ${outcomes.length}: ${tally(outcomes)}; ` +
        `${share.toFixed(2)} of capacity; p99 of accepted ${p99.toFixed(0)} ms; ` +
        `rejected in ${quantile(
          rejected.map(({ ms }) => ms),
          0.5,
        ).toFixed(
          0,
        )} ms (median), Retry-After ${retryAfters[0]} to ${retryAfters.at(-1)} s; queue empty ${drainedMs.toFixed(0)} ms after the last response`,
    };
  } finally {
    probe.close();
    await placard.stop();
  }
}

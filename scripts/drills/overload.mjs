import { generate, isOk, loadFor, sendAtRate, summarize, tally } from "./load.mjs";
import { untilJobs } from "./probes.mjs";

const timeoutMs = 10_000;

export const overload = {
  fault: "requests at three times the capacity, for 12 s",
  guarantee:
    "at least 0.9 of the capacity is rendered; all other requests get 503 overloaded immediately; accepted requests finish before the deadline; the queue is empty right after",
  async run(placard) {
    await loadFor(3_000, placard, 12); // warm-up
    const measuredFrom = performance.now();
    const full = await loadFor(6_000, placard, 12);
    const startedAt = performance.now();
    const capacity = full.length / ((startedAt - measuredFrom) / 1000);
    const rate = { perSecond: 3 * capacity, durationMs: 12_000 };
    const outcomes = await sendAtRate(() => generate(placard), rate);
    const drainedFrom = performance.now();
    await untilJobs(placard, 0);
    const drainedMs = performance.now() - drainedFrom;
    const accepted = outcomes.filter(isOk);
    const rejected = outcomes.filter(({ status }) => status === 503);
    const share = accepted.length / ((drainedFrom - startedAt) / 1000) / capacity;
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
  },
};

import { poll, startPlacard } from "@placard/testing";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { createQueueProbe } from "./queue-probe.mjs";
import { generate, quantile, sendAtRate, startLoad, tally } from "./load.mjs";

export const harm = "three times as many requests as can be drawn, for 12 s";
export const promise =
  "at least 0.9 of capacity in images; the rest 503 overloaded at once; accepted ones end before the deadline; the queue is empty right after";

const timeoutMs = 10_000;

export async function run() {
  const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  const probe = createQueueProbe(placard.redis.url);
  try {
    const ask = () => generate(placard.url, placard.key);
    const warm = startLoad(ask, 12);
    await delay(3_000);
    await warm.stop();
    const full = startLoad(ask, 12);
    const from = performance.now();
    await delay(6_000);
    const capacity = full.answers.length / ((performance.now() - from) / 1000);
    await full.stop();

    const forMs = 12_000;
    const startedAt = performance.now();
    const answers = await sendAtRate(ask, { perSecond: 3 * capacity, forMs });
    const tookMs = performance.now() - startedAt;
    const drainedFrom = performance.now();
    await poll("the queue to be empty", async () => (await probe.unfinished()) === 0);
    const drainedMs = performance.now() - drainedFrom;
    const useful = answers.filter(({ status }) => status === 200);
    const shed = answers.filter(({ status }) => status === 503);
    const share = useful.length / (tookMs / 1000) / capacity;
    const p99 = quantile(
      useful.map(({ ms }) => ms),
      0.99,
    );
    const waits = [...new Set(shed.map(({ retryAfter }) => Number(retryAfter)))].toSorted((a, b) => a - b);
    return {
      kept:
        share >= 0.9 &&
        p99 < timeoutMs &&
        useful.length + shed.length === answers.length &&
        drainedMs < 1_000,
      seen:
        `capacity ${capacity.toFixed(0)}/s; sent ${answers.length}: ${tally(answers)}; ` +
        `${share.toFixed(2)} of capacity; p99 of accepted ${p99.toFixed(0)} ms; ` +
        `refused in ${quantile(
          shed.map(({ ms }) => ms),
          0.5,
        ).toFixed(
          0,
        )} ms (median), Retry-After ${waits[0]} to ${waits.at(-1)} s; queue empty ${drainedMs.toFixed(0)} ms after the last answer`,
    };
  } finally {
    probe.close();
    await placard.stop();
  }
}

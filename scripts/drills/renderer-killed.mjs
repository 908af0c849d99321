import { setTimeout as delay } from "node:timers/promises";
import { startPlacard } from "@placard/testing";
import { generate, quantile, startLoad, tally } from "./load.mjs";

export const fault = "one of two renderers is killed (SIGKILL) under load";
export const guarantee =
  "every request gets its image; those of the killed renderer are retried, and rendered within 6 s";

export async function run() {
  const placard = await startPlacard({ renderers: 2, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  try {
    const load = startLoad(() => generate(placard.url, placard.key), 8);
    await delay(2_000);
    await placard.renderers[0]?.stop("SIGKILL");
    await delay(6_000);
    const outcomes = await load.stop();
    const slowest = Math.max(...outcomes.map(({ ms }) => ms));
    return {
      held: outcomes.every(({ status }) => status === 200) && slowest <= 6_000,
      observed: `${tally(outcomes)}; median ${quantile(
        outcomes.map(({ ms }) => ms),
        0.5,
      ).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
    };
  } finally {
    await placard.stop();
  }
}

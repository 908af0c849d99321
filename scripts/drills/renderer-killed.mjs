import { setTimeout as delay } from "node:timers/promises";
import { generate, startLoad, summarize, tally } from "./load.mjs";

export const fault = "one of two renderers is killed (SIGKILL) under load";
export const guarantee =
  "every request gets its image; jobs of the killed renderer are retried, and rendered within 5 s";

export const options = { renderers: 2 };

export async function run(placard) {
  return await killUnderLoad(placard, async () => {});
}

/** Kills the first renderer while 8 clients wait for cards. */
export async function killUnderLoad(placard, afterKill) {
  const load = startLoad(() => generate(placard.url, placard.key), 8);
  await delay(2_000);
  await placard.renderers[0]?.stop("SIGKILL");
  await afterKill();
  await delay(6_000);
  const outcomes = await load.stop();
  const { median, slowest } = summarize(outcomes);
  return {
    held: outcomes.every(({ status }) => status === 200) && slowest <= 5_000,
    observed: `${tally(outcomes)}; median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  };
}

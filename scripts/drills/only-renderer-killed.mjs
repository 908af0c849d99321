import { setTimeout as delay } from "node:timers/promises";
import { killUnderLoad } from "./renderer-killed.mjs";

export const fault = "the only renderer is killed (SIGKILL) under load, and restarted after 0.1 s";
export const guarantee =
  "every request gets its image; jobs of the killed renderer are retried, and rendered within 5 s";

export const options = { renderers: 1 };

export async function run(placard) {
  return await killUnderLoad(placard, async () => {
    await delay(100); // as the launcher does
    placard.startRenderer();
  });
}

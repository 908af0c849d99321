import { setTimeout as delay } from "node:timers/promises";
import { startPlacard } from "@placard/testing";
import { generate, startLoad, tally } from "./load.mjs";

export const harm =
  "a card crashes every renderer that draws it (abort() within canvas); a supervisor restarts them";
export const promise =
  "it is given up after three attempts, and refused as render_failed from then on; all others are drawn";

/** Loaded into the renderers before anything else: their canvas dies of one word. */
const deadly = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from "node:module";
  const canvas = createRequire(process.argv[1])("canvas");
  const pen = canvas.CanvasRenderingContext2D.prototype;
  const { fillText } = pen;
  pen.fillText = function (text, ...rest) {
    if (text.includes("Poison")) process.abort();
    return fillText.call(this, text, ...rest);
  };
`)}`;

export async function run() {
  const placard = await startPlacard({ renderers: 0, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  let crashes = 0;
  let over = false;
  const supervise = async () => {
    while (!over) {
      const status = await placard.startRenderer({ NODE_OPTIONS: `--import=${deadly}` }).exited;
      if (status === null || status !== 0) crashes++;
    }
  };
  try {
    const supervisors = Promise.all([supervise(), supervise()]);
    const { url, key } = placard;
    while ((await generate(url, key)).status !== 200) await delay(100);
    const load = startLoad(() => generate(url, key), 4);
    await delay(500);
    const poison = await generate(url, key, "Poison");
    const crashesOfFirst = crashes;
    const again = await generate(url, key, "Poison");
    const later = await generate(url, key, "Poison");
    const answers = await load.stop();
    const crashesOfAll = crashes;
    over = true;
    await placard.stop();
    await supervisors;
    return {
      kept:
        [poison, again].every(({ code }) => code === "render_failed" || code === "render_timeout") &&
        later.code === "render_failed" &&
        later.ms < 1_000 &&
        crashesOfAll <= 3 &&
        answers.every(({ status }) => status === 200),
      seen:
        `${poison.code ?? poison.status} after ${crashesOfFirst} crashes and ${(poison.ms / 1000).toFixed(1)} s, ` +
        `then ${again.code ?? again.status} after ${crashesOfAll - crashesOfFirst} more, then ${later.code ?? later.status} in ${later.ms.toFixed(0)} ms; others: ${tally(answers)}`,
    };
  } finally {
    over = true;
    await placard.stop();
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { startPlacard } from "@placard/testing";
import { generate, startLoad, tally } from "./load.mjs";

export const fault =
  "a card crashes every renderer that renders it (abort() in canvas); a supervisor restarts them";
export const guarantee =
  "the card fails after three attempts and is rejected with render_failed from then on; all other cards are rendered";

/** Preloaded into the renderers: their canvas aborts the process when it draws one word. */
const preload = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from "node:module";
  const canvas = createRequire(process.argv[1])("canvas");
  const context = canvas.CanvasRenderingContext2D.prototype;
  const { fillText } = context;
  context.fillText = function (text, ...rest) {
    if (text.includes("Poison")) process.abort();
    return fillText.call(this, text, ...rest);
  };
`)}`;

export async function run() {
  const placard = await startPlacard({ renderers: 0, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  let crashes = 0;
  let isOver = false;
  const supervise = async () => {
    while (!isOver) {
      const status = await placard.startRenderer({ NODE_OPTIONS: `--import=${preload}` }).exited;
      if (status === null || status !== 0) crashes++;
    }
  };
  try {
    const supervisors = Promise.all([supervise(), supervise()]);
    const { url, key } = placard;
    while ((await generate(url, key)).status !== 200) await delay(100);
    const load = startLoad(() => generate(url, key), 4);
    await delay(500);
    const first = await generate(url, key, "Poison");
    const crashesAfterFirst = crashes;
    const second = await generate(url, key, "Poison");
    const third = await generate(url, key, "Poison");
    const outcomes = await load.stop();
    const totalCrashes = crashes;
    isOver = true;
    await placard.stop();
    await supervisors;
    return {
      held:
        [first, second].every(({ code }) => code === "render_failed" || code === "render_timeout") &&
        third.code === "render_failed" &&
        third.ms < 1_000 &&
        totalCrashes <= 3 &&
        outcomes.every(({ status }) => status === 200),
      observed:
        `${first.code ?? first.status} after ${crashesAfterFirst} crashes and ${(first.ms / 1000).toFixed(1)} s, ` +
        `then ${second.code ?? second.status} after ${totalCrashes - crashesAfterFirst} more, then ${third.code ?? third.status} in ${third.ms.toFixed(0)} ms; others: ${tally(outcomes)}`,
    };
  } finally {
    isOver = true;
    await placard.stop();
  }
}

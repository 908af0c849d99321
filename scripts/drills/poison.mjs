import { setTimeout as delay } from "node:timers/promises";
import { crashingCanvasOptions } from "@placard/testing";
import { generate, startLoad, summarize, tally } from "./load.mjs";

export const fault =
  "a card crashes every process that renders it (abort() in canvas); a supervisor restarts renderers";
export const guarantee =
  "the card crashes one renderer, fails at its second attempt, in quarantine, and is rejected with render_failed from then on; all other cards are rendered";
export const options = { renderers: 0 };

export async function run(placard) {
  const { url, key } = placard;
  let crashes = 0;
  let isOver = false;
  const supervise = async () => {
    while (!isOver) {
      const status = await placard.startRenderer({ NODE_OPTIONS: crashingCanvasOptions }).exited;
      if (!isOver && status !== 0) crashes++;
    }
  };
  const supervisors = Promise.all([supervise(), supervise()]);
  try {
    while ((await generate(url, key)).status !== 200) await delay(100);
    const load = startLoad(() => generate(url, key), 4);
    await delay(500);
    const first = await generate(url, key, "Poison");
    const crashesAfterFirst = crashes;
    const second = await generate(url, key, "Poison");
    const outcomes = await load.stop();
    return {
      held:
        [first, second].every(({ code }) => code === "render_failed") &&
        second.ms < 1_000 &&
        crashes === 1 &&
        outcomes.every(({ status }) => status === 200),
      observed:
        `${first.code ?? first.status} after ${crashesAfterFirst} crashes and ${(first.ms / 1000).toFixed(1)} s, ` +
        `then ${second.code ?? second.status} after ${crashes - crashesAfterFirst} more in ${second.ms.toFixed(0)} ms; ` +
        `others: ${tally(outcomes)}, slowest ${summarize(outcomes).slowest.toFixed(0)} ms`,
    };
  } finally {
    isOver = true;
    await placard.stop();
    await supervisors;
  }
}

// What the drills of the runbooks share.
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@placard/testing";
import { generate, startLoad } from "../load.mjs";

/** Waits for a log line with this message and these fields. */
export function findLogLine(placard, message, fields = {}) {
  const expected = Object.entries({ msg: message, ...fields });
  return poll(`the log line "${message}"`, () =>
    placard.logs().find((line) => expected.every(([name, value]) => line[name] === value)),
  );
}

/** Repeats an action with a pause until it is stopped. */
export function repeat(action, pauseMs) {
  let isOver = false;
  const finished = (async () => {
    for (; !isOver; await delay(pauseMs)) await action();
  })();
  return async function stop() {
    isOver = true;
    await finished;
  };
}

/** Keeps requests for new cards in flight until the function that it returns is called. */
export function startCards(target, clients) {
  const request = async () => {
    const outcome = await generate(target);
    if (outcome.status !== 200) await delay(50); // requests that are rejected at once would use the whole CPU
    return outcome;
  };
  return startLoad(request, clients).stop;
}

/** Settings of a process that loads a module first. */
export function preload(source) {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

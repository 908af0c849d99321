// What the drills of the runbooks share. A runbook has the `fault`, the `options` of its Placard, and
// `start`, which causes the fault. `start` resolves with two functions. `follow` does what the section says,
// and resolves with what it found and did. `end` ends what is left of the fault, even if the drill failed.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import { jwtSecret, poll } from "@placard/testing";
import { generate, startLoad } from "../load.mjs";

const operator = fileURLToPath(new URL("../../../services/operator/bundle/main.js", import.meta.url));

/** Runs the operators' command line, as `placard` does. */
export async function runOperator({ redis, publicUrl }, args) {
  const env = { ...process.env, REDIS_URL: redis.url, PUBLIC_URL: publicUrl, JWT_SECRET: jwtSecret };
  const { stdout } = await promisify(execFile)(process.execPath, [operator, ...args], { env });
  return stdout;
}

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
  return {
    async stop() {
      isOver = true;
      await finished;
    },
  };
}

/** Keeps requests for new cards in flight. */
export function startCards(url, key, clients) {
  return startLoad(async () => {
    const outcome = await generate(url, key);
    if (outcome.status !== 200) await delay(50); // requests that are rejected at once would use the whole CPU
    return outcome;
  }, clients);
}

/** Settings of a process that loads a module first. */
export function preload(source) {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/**
 * @typedef {object} Kept a part that is kept running until it is stopped
 * @property {() => Promise<void>} stop SIGTERM, and SIGKILL after ten seconds; resolves once it is gone
 * @property {() => void} kill SIGKILL at once
 *
 * @typedef {object} Watch
 * @property {() => boolean} mayRestart false while the whole has not yet worked: what dies then would die again
 * @property {(message: string) => void} gaveUp is told of a death that is not mended
 */

const shortestDelayMs = 100;
const longestDelayMs = 5_000;
const soundAfterMs = 10_000;
const stopWithinMs = 10_000;

/**
 * Runs a child process and starts it anew when it dies, after a delay that grows while it keeps dying young.
 * @param {string} name
 * @param {() => import("node:child_process").ChildProcess} spawn
 * @param {Watch} watch
 * @returns {Kept}
 */
export function keepRunning(name, spawn, { mayRestart, gaveUp }) {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.Timeout | undefined} */
  let restart;
  let stopping = false;
  let delayMs = shortestDelayMs / 2;
  let gone = () => {};

  function begin() {
    const beganAt = performance.now();
    const begun = (child = spawn());
    /** @param {string} how */
    const ended = (how) => {
      if (child !== begun) return;
      child = undefined;
      if (stopping) return gone();
      if (!mayRestart()) return gaveUp(`Placard couldn't start: the ${name} ended with ${how}.`);
      if (performance.now() - beganAt >= soundAfterMs) delayMs = shortestDelayMs / 2;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      console.error(`The ${name} ended with ${how}; it is started again.`);
      restart = setTimeout(begin, delayMs);
    };
    begun.once("exit", (code, signal) => ended(signal ?? `exit status ${code}`));
    begun.on("error", (error) => begun.pid === undefined && ended(error.message));
  }

  begin();
  return {
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (!child) return;
      const over = new Promise((resolve) => (gone = () => resolve(undefined)));
      child.kill("SIGTERM");
      const patience = setTimeout(() => child?.kill("SIGKILL"), stopWithinMs);
      await over;
      clearTimeout(patience);
    },
    kill() {
      stopping = true;
      clearTimeout(restart);
      child?.kill("SIGKILL");
    },
  };
}

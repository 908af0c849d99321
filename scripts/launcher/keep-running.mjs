/**
 * @typedef {object} Supervised a process that is restarted until it is stopped
 * @property {() => Promise<void>} stop sends SIGTERM, and SIGKILL after `stopTimeoutMs`; resolves once the
 *   process has exited
 * @property {() => void} kill sends SIGKILL
 *
 * @typedef {object} Supervisor
 * @property {() => boolean} mayRestart false until the first start has completed: a process that exits before
 *   that would exit again
 * @property {(message: string) => void} onFailure called when a process exits and is not restarted
 * @property {number} [stopTimeoutMs] 10 s by default
 */

const minDelayMs = 100;
const maxDelayMs = 5_000;
const stableAfterMs = 10_000;
const defaultStopTimeoutMs = 10_000;

/**
 * Runs a child process and restarts it when it exits. The delay doubles while the process exits within 10 s
 * of its start.
 * @param {string} name for messages
 * @param {() => import("node:child_process").ChildProcess} spawn
 * @param {Supervisor} supervisor
 * @returns {Supervised}
 */
export function keepRunning(name, spawn, { mayRestart, onFailure, stopTimeoutMs = defaultStopTimeoutMs }) {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.Timeout | undefined} */
  let restartTimer;
  let isStopping = false;
  let delayMs = minDelayMs / 2;
  let onStopped = () => {};

  function start() {
    const startedAt = performance.now();
    const current = (child = spawn());
    /** @param {string} event what happened, such as "exited with status 1" */
    const handleExit = (event) => {
      if (child !== current) return;
      child = undefined;
      if (isStopping) return onStopped();
      if (!mayRestart()) return onFailure(`Placard could not start: the ${name} ${event}.`);
      if (performance.now() - startedAt >= stableAfterMs) delayMs = minDelayMs / 2;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
      console.error(`The ${name} ${event}; restarting it.`);
      restartTimer = setTimeout(start, delayMs);
    };
    current.once("exit", (code, signal) => handleExit(`exited with ${signal ?? `status ${code}`}`));
    current.on(
      "error",
      (error) => current.pid === undefined && handleExit(`could not be executed (${error.message})`),
    );
  }

  start();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(restartTimer);
      if (!child) return;
      const stopped = new Promise((resolve) => (onStopped = () => resolve(undefined)));
      child.kill("SIGTERM");
      const killTimer = setTimeout(() => child?.kill("SIGKILL"), stopTimeoutMs);
      await stopped;
      clearTimeout(killTimer);
    },
    kill() {
      isStopping = true;
      clearTimeout(restartTimer);
      child?.kill("SIGKILL");
    },
  };
}

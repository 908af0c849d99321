const minDelayMs = 100;
const maxDelayMs = 5_000;
const stableAfterMs = 10_000;
const defaultStopTimeoutMs = 10_000;

/**
 * Runs a child process and restarts it when it exits. The delay doubles while the process exits within 10 s
 * of its start. `stop` sends SIGTERM, and SIGKILL after `stopTimeoutMs`; it resolves once the process has
 * exited. `kill` sends SIGKILL.
 * @param name for messages
 * @param mayRestart false until the first start has completed: a process that exits before that would exit
 *   again
 * @param onFailure called with a message when a process exits and is not restarted
 */
export function keepRunning(name, spawn, { mayRestart, onFailure, stopTimeoutMs = defaultStopTimeoutMs }) {
  let child;
  let restartTimer;
  let isStopping = false;
  let delayMs = minDelayMs / 2;
  let onStopped = () => {};

  function start() {
    const startedAt = performance.now();
    const current = (child = spawn());
    /** Says what happened, such as "exited with status 1". */
    const handleExit = (event) => {
      if (child !== current) return;
      child = undefined;
      if (isStopping) {
        onStopped();
        return;
      }
      if (!mayRestart()) {
        onFailure(`Placard could not start: the ${name} ${event}.`);
        return;
      }
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

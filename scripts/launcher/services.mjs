import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { keepRunning } from "./keep-running.mjs";

/**
 * Runs a gateway or a renderer, and restarts it when it exits. It writes to this process's standard output
 * and error.
 * @param name for messages
 */
export function startService(service, name, env, supervisor) {
  const main = fileURLToPath(new URL(`../../services/${service}/dist/main.js`, import.meta.url));
  return keepRunning(
    name,
    // Detached, in a separate session: Ctrl-C in the terminal reaches the launcher only, which stops its
    // processes in order. The IPC channel closes when the launcher is killed; the service then stops by
    // itself.
    () => fork(main, { env, execArgv: [], detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    supervisor,
  );
}

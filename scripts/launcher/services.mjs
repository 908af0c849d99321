import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { keepRunning } from "./keep-running.mjs";

/**
 * Keeps a gateway or a renderer running. It writes to this process's standard output and error.
 * @param {"gateway" | "renderer"} service
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./keep-running.mjs").Watch} watch
 */
export function startService(service, name, env, watch) {
  const main = fileURLToPath(new URL(`../../services/${service}/dist/main.js`, import.meta.url));
  return keepRunning(
    name,
    // In a session of its own, so that Ctrl-C in the terminal reaches the launcher alone and the order of stopping is
    // the launcher's. The IPC channel closes when the launcher is killed: then the service stops by itself.
    () => fork(main, { env, execArgv: [], detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    watch,
  );
}

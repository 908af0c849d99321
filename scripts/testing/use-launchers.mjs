import { findFreePortRange, poll, createTempDirectory } from "../../packages/testing/dist/index.js";
import { embeddedRedisPid, startLauncher } from "./launched.mjs";

/** Gives each test of a suite its own data directory and ports, and stops the launchers that it has started. */
export function useLaunchers() {
  /** @type {import("../../packages/testing/dist/index.js").TempDirectory} */
  let data;
  let port = 0;
  /** @type {ReturnType<typeof startLauncher>[]} */
  let launched = [];
  beforeEach(async () => {
    data = await createTempDirectory();
    port = await findFreePortRange(4); // two for a gateway, and one for each of two renderers
  });
  afterEach(async () => {
    await Promise.all(launched.map((launcher) => launcher.stop()));
    launched = [];
    await data.remove();
  });
  return {
    /** @returns {Record<string, string>} */
    settings: () => ({ DATA_DIR: data.path, PORT: `${port}`, ADMIN_PORT: `${port + 1}` }),
    dataDir: () => data.path,
    /** @type {typeof startLauncher} */
    launch(settings, command) {
      const launcher = startLauncher(settings, command);
      launched.push(launcher);
      return launcher;
    },
    /**
     * The process IDs of the gateway, a renderer and Redis, once all three are running.
     * @param {ReturnType<typeof startLauncher>} launcher
     */
    async everyPid(launcher) {
      const services = await poll("gateway and renderer to be ready", () => {
        const pids = [launcher.pids("gateway"), launcher.pids("renderer")];
        return pids.every(({ length }) => length > 0) && pids.flat();
      });
      return [...services, await embeddedRedisPid(data.path)];
    },
  };
}

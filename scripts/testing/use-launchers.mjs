import { findFreePortRange, poll, createTempDirectory } from "../../packages/testing/dist/index.js";
import { embeddedRedisPid, startLauncher } from "./launched.mjs";

/** Gives each test of a suite a data directory and ports of its own, and ends what it has launched. */
export function useLaunchers() {
  /** @type {import("../../packages/testing/dist/index.js").TempDirectory} */
  let data;
  let port = 0;
  /** @type {ReturnType<typeof startLauncher>[]} */
  let launched = [];
  beforeEach(async () => {
    data = await createTempDirectory();
    port = await findFreePortRange(4); // a gateway's two, and two renderers'
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
     * The process ids of a gateway, a renderer and Redis, once all three run.
     * @param {ReturnType<typeof startLauncher>} launcher
     */
    async everyPid(launcher) {
      const services = await poll("gateway and renderer to run", () => {
        const pids = [launcher.pids("gateway"), launcher.pids("renderer")];
        return pids.every(({ length }) => length > 0) && pids.flat();
      });
      return [...services, await embeddedRedisPid(data.path)];
    },
  };
}

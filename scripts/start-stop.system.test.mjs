import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createTempDirectory, findFreePortRange, poll, startRedis } from "../packages/testing/dist/index.js";
import { embeddedRedisPid, isRunning, startLauncher } from "./testing/launched.mjs";

describe("npm start and stop", () => {
  /** @type {import("../packages/testing/dist/index.js").TempDirectory} */
  let data;
  /** @type {ReturnType<typeof startLauncher>[]} */
  let launched;
  beforeEach(async () => {
    data = await createTempDirectory();
    launched = [];
  });
  afterEach(async () => {
    await Promise.all(launched.map((launcher) => launcher.stop()));
    await data.remove();
  });

  /**
   * Runs the launcher on this test's data directory and free ports. It is stopped after the test.
   * @param {Readonly<Record<string, string>>} [overrides]
   * @param {readonly [string, ...string[]]} [command]
   */
  async function launch(overrides = {}, command) {
    const port = await findFreePortRange(3);
    const settings = { DATA_DIR: data.path, PORT: `${port}`, ADMIN_PORT: `${port + 1}`, ...overrides };
    const launcher = startLauncher(settings, command);
    launched.push(launcher);
    return launcher;
  }

  /**
   * The process IDs of the gateway and the renderer, once both are ready, and of the embedded Redis.
   * @param {ReturnType<typeof startLauncher>} launcher
   */
  async function listPids(launcher) {
    const services = await poll("gateway and renderer to be ready", () => {
      const pids = [...launcher.pids("gateway"), ...launcher.pids("renderer")];
      return pids.length === 2 && pids;
    });
    return [...services, await embeddedRedisPid(data.path)];
  }

  it("starts no Redis server if REDIS_URL is set, and stops on SIGTERM during the start", async () => {
    const redis = await startRedis();
    try {
      const launcher = await launch({ REDIS_URL: redis.url });
      await poll("the gateway to listen", () => launcher.pids("gateway").length > 0);
      assert.equal(existsSync(`${data.path}/redis`), false);
      const pids = launcher.pids("gateway");
      assert.equal(await launcher.stop(), 0);
      assert.deepEqual(pids.filter(isRunning), []);
    } finally {
      await redis.stop();
    }
  });

  // A second signal is tested in start.system.test.mjs.

  it("locks its data directory, leaves no process when killed, and restarts with its secrets", async () => {
    const secrets = () =>
      ["dev-api-key", "jwt-secret"].map((name) => {
        assert.equal(statSync(`${data.path}/${name}`).mode & 0o777, 0o600);
        return readFileSync(`${data.path}/${name}`, "utf8");
      });
    const both = await Promise.all([launch(), launch()]);
    const results = await Promise.allSettled(both.map((launcher) => launcher.ready()));
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    const refused = both.find((_, i) => results[i]?.status === "rejected") ?? assert.fail();
    assert.equal(await refused.exited, 1);
    assert.match(refused.stderr(), /already running with DATA_DIR/);
    const killed = both.find((each) => each !== refused) ?? assert.fail();
    const { key, url } = await killed.ready();
    const [keyFile, jwtSecret] = secrets();
    assert.equal(keyFile?.trim(), key);
    const pids = await listPids(killed);
    await killed.stop("SIGKILL");
    const port = Number(new URL(url).port);
    const next = await launch({ PORT: `${port}`, ADMIN_PORT: `${port + 1}` }, ["npm", "start"]);
    assert.equal((await next.ready()).key, key);
    assert.deepEqual(secrets(), [keyFile, jwtSecret]);
    await poll("the processes of the killed launcher to exit", () => !pids.some(isRunning));
    const running = await listPids(next);
    assert.equal(await next.stop("SIGINT"), 0);
    assert.deepEqual(running.filter(isRunning), []);
    await assert.rejects(fetch(url));
  });
});

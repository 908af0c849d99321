import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
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
   * The process IDs of the gateway, the renderer and Redis, once all three are running.
   * @param {ReturnType<typeof startLauncher>} launcher
   */
  async function listPids(launcher) {
    const services = await poll("gateway and renderer to be ready", () => {
      const pids = [...launcher.pids("gateway"), ...launcher.pids("renderer")];
      return pids.length === 2 && pids;
    });
    return [...services, await embeddedRedisPid(data.path)];
  }

  for (const [name, command] of /** @type {const} */ ([
    ["the launcher", [process.execPath, "scripts/start.mjs"]],
    ["npm alone", ["npm", "start"]],
  ])) {
    for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
      it(`stops every process and exits with status 0 when ${name} receives ${signal}`, async () => {
        const launcher = await launch({}, command);
        const { url } = await launcher.ready();
        const pids = await listPids(launcher);
        assert.equal(await launcher.stop(signal), 0);
        assert.deepEqual(pids.filter(isRunning), []);
        await assert.rejects(fetch(url));
      });
    }
  }

  it("stops gracefully when it receives a signal during the start", async () => {
    const launcher = await launch();
    await poll("the gateway to listen", () => launcher.pids("gateway").length > 0);
    const pids = [...launcher.pids("gateway"), await embeddedRedisPid(data.path)];
    assert.equal(await launcher.stop(), 0);
    assert.deepEqual(pids.filter(isRunning), []);
  });

  it("kills every process and exits with status 1 at a second signal", async () => {
    const launcher = await launch();
    await launcher.ready();
    const pids = await listPids(launcher);
    for (const pid of launcher.pids("gateway")) process.kill(pid, "SIGSTOP");
    launcher.kill("SIGTERM");
    await delay(1_000);
    assert.equal(await launcher.stop("SIGTERM"), 1);
    await poll("all processes to exit", () => !pids.some(isRunning));
  });

  it("leaves no process running when it is killed, and restarts immediately with its secrets, which have mode 0600", async () => {
    const secrets = () =>
      ["dev-api-key", "jwt-secret"].map((name) => {
        assert.equal(statSync(`${data.path}/${name}`).mode & 0o777, 0o600);
        return readFileSync(`${data.path}/${name}`, "utf8");
      });
    const port = await findFreePortRange(3);
    const ports = { PORT: `${port}`, ADMIN_PORT: `${port + 1}` };
    const killed = await launch(ports);
    const { key } = await killed.ready();
    const [keyFile, jwtSecret] = secrets();
    assert.equal(keyFile?.trim(), key);
    const pids = await listPids(killed);
    await killed.stop("SIGKILL");
    const next = await (await launch(ports)).ready();
    assert.equal(next.key, key);
    assert.deepEqual(secrets(), [keyFile, jwtSecret]);
    await poll("the processes of the killed launcher to exit", () => !pids.some(isRunning));
  });

  it("lets only one of two concurrent launchers use a data directory", async () => {
    const both = await Promise.all([launch(), launch()]);
    const results = await Promise.allSettled(both.map((launcher) => launcher.ready()));
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  it("does not start a Redis server if REDIS_URL is set", async () => {
    const redis = await startRedis();
    const launcher = await launch({ REDIS_URL: redis.url });
    await launcher.ready();
    assert.throws(() => statSync(`${data.path}/redis`));
    await launcher.stop();
    await redis.stop();
  });
});

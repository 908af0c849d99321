import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { findFreePortRange, poll, startRedis, createTempDirectory } from "../packages/testing/dist/index.js";
import { isRunning } from "./testing/launched.mjs";
import { useLaunchers } from "./testing/use-launchers.mjs";

async function freePorts() {
  const port = await findFreePortRange(4);
  return { PORT: `${port}`, ADMIN_PORT: `${port + 1}` };
}

describe("npm start with conflicts", () => {
  const { settings, dataDir, launch, everyPid } = useLaunchers();

  it("reports every invalid setting in one message and starts nothing", async () => {
    const invalid = { PORT: "x", RENDERERS: "0", JWT_SECRET: "short", IMAGE_TTL: "-1", QUEUE_LIMIT: "many" };
    const launcher = launch({ ...settings(), ...invalid });
    assert.equal(await launcher.exited, 1);
    for (const name of Object.keys(invalid))
      assert.equal(launcher.stderr().split(`- ${name} `).length, 2, `${name} once in:\n${launcher.stderr()}`);
    assert.equal(launcher.stdout(), "");
  });

  it("reports a port that is in use, of the gateway or a renderer, and exits with status 1", async () => {
    const { PORT = "", ADMIN_PORT = "" } = settings();
    await launch(settings()).ready();
    const other = await createTempDirectory();
    const ports = await freePorts();
    const conflicts = {
      PORT: { ...ports, PORT },
      ADMIN_PORT: { ...ports, ADMIN_PORT },
      // The renderer's port, which follows this one, is the public port of the first launcher's gateway.
      "the port of a renderer": { ...ports, ADMIN_PORT: `${Number(PORT) - 1}` },
    };
    for (const [name, overrides] of Object.entries(conflicts)) {
      const second = launch({ ...settings(), DATA_DIR: other.path, ...overrides });
      assert.equal(await second.exited, 1, name);
      assert.match(second.stderr(), /Port \d+ on 127\.0\.0\.1 is in use.* another (ADMIN_)?PORT/);
    }
    await other.remove();
  });

  it("refuses to start with a data directory that another launcher uses", async () => {
    const first = launch(settings());
    const { url } = await first.ready();
    const second = launch({ ...settings(), ...(await freePorts()) });
    assert.equal(await second.exited, 1);
    assert.match(second.stderr(), /already running with DATA_DIR/);
    assert.ok((await fetch(`${url}/health/ready`)).ok);
  });

  it("lets only one of two concurrent launchers use a data directory", async () => {
    const both = [settings(), { ...settings(), ...(await freePorts()) }].map((each) => launch(each));
    const results = await Promise.allSettled(both.map((launcher) => launcher.ready()));
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  it("leaves no process behind when it is killed, and can be started again at once", async () => {
    const killed = launch(settings());
    const { key } = await killed.ready();
    const pids = await everyPid(killed);
    await killed.stop("SIGKILL");
    const next = await launch(settings()).ready();
    assert.equal(next.key, key);
    await poll("the processes of the killed launcher to exit", () => pids.every((pid) => !isRunning(pid)));
  });

  it("does not start a Redis server if REDIS_URL is set", async () => {
    const redis = await startRedis();
    const launcher = launch({ ...settings(), REDIS_URL: redis.url });
    await launcher.ready();
    assert.throws(() => statSync(`${dataDir()}/redis`));
    await launcher.stop();
    await redis.stop();
  });
});

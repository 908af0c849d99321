import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { findFreePortRange, poll, startRedis, createTempDirectory } from "../packages/testing/dist/index.js";
import { isRunning } from "./testing/launched.mjs";
import { useLaunchers } from "./testing/use-launchers.mjs";

async function otherPorts() {
  const port = await findFreePortRange(4);
  return { PORT: `${port}`, ADMIN_PORT: `${port + 1}` };
}

describe("npm start, beside what is there already", () => {
  const { settings, dataDir, launch, everyPid } = useLaunchers();

  it("names every fault of the settings in one message and starts nothing", async () => {
    const faulty = { PORT: "x", RENDERERS: "0", JWT_SECRET: "short", IMAGE_TTL: "-1", QUEUE_LIMIT: "many" };
    const launcher = launch({ ...settings(), ...faulty });
    assert.equal(await launcher.exited, 1);
    for (const name of Object.keys(faulty))
      assert.equal(launcher.stderr().split(`- ${name} `).length, 2, `${name} once in:\n${launcher.stderr()}`);
    assert.equal(launcher.stdout(), "");
  });

  it("says so and exits with 1 when a port is in use, of the gateway or a renderer", async () => {
    const { PORT = "", ADMIN_PORT = "" } = settings();
    await launch(settings()).ready();
    const other = await createTempDirectory();
    const ports = await otherPorts();
    const taken = {
      PORT: { ...ports, PORT },
      ADMIN_PORT: { ...ports, ADMIN_PORT },
      // The port after its gateway's is the first launcher's gateway's.
      "a renderer's": { ...ports, ADMIN_PORT: `${Number(PORT) - 1}` },
    };
    for (const [name, own] of Object.entries(taken)) {
      const second = launch({ ...settings(), DATA_DIR: other.path, ...own });
      assert.equal(await second.exited, 1, name);
      assert.match(second.stderr(), /Port \d+ on 127\.0\.0\.1 is in use.* another (ADMIN_)?PORT/);
    }
    await other.remove();
  });

  it("leaves a data directory to the launcher that has it", async () => {
    const first = launch(settings());
    const { url } = await first.ready();
    const second = launch({ ...settings(), ...(await otherPorts()) });
    assert.equal(await second.exited, 1);
    assert.match(second.stderr(), /already runs on/);
    assert.ok((await fetch(`${url}/health/ready`)).ok);
  });

  it("lets one of two that start at once have the data directory", async () => {
    const both = [settings(), { ...settings(), ...(await otherPorts()) }].map((own) => launch(own));
    const outcomes = await Promise.allSettled(both.map((launcher) => launcher.ready()));
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  it("leaves no gateway and no renderer behind when it is killed, and starts again at once", async () => {
    const killed = launch(settings());
    const { key } = await killed.ready();
    const pids = await everyPid(killed);
    await killed.stop("SIGKILL");
    const next = await launch(settings()).ready();
    assert.equal(next.key, key);
    await poll("what the killed launcher had started to end", () => pids.every((pid) => !isRunning(pid)));
  });

  it("starts no Redis of its own when it is given one", async () => {
    const redis = await startRedis();
    const launcher = launch({ ...settings(), REDIS_URL: redis.url });
    await launcher.ready();
    assert.throws(() => statSync(`${dataDir()}/redis`));
    await launcher.stop();
    await redis.stop();
  });
});

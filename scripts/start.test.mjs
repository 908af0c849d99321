import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { poll } from "../packages/testing/dist/index.js";
import { useLaunchers } from "./testing/use-launchers.mjs";
import { embeddedRedisPid, isRunning } from "./testing/launched.mjs";

describe("npm start", () => {
  const { settings, dataDir, launch, everyPid } = useLaunchers();

  it("prints a base URL, an API key and a curl command that generates an image", async () => {
    const launcher = launch({ ...settings(), RENDERERS: "2" });
    const { url, key, curl } = await launcher.ready();
    assert.equal(url, `http://localhost:${settings()["PORT"]}`);
    assert.equal(readFileSync(`${dataDir()}/dev-api-key`, "utf8").trim(), key);
    const { stdout } = spawnSync("sh", ["-c", curl], { encoding: "utf8" });
    const body = JSON.parse(stdout);
    assert.ok(body.data.url.startsWith(`${url}/og/`), stdout);
    const image = await fetch(body.data.url);
    assert.equal(image.headers.get("content-type"), "image/png");
    assert.deepEqual(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
      "PNG",
    );
    await poll("both renderers to be ready", () => launcher.pids("renderer").length === 2);
  });

  it("stores its secrets with mode 0600 and reuses them at the next start", async () => {
    const secrets = () =>
      ["dev-api-key", "jwt-secret"].map((name) => {
        assert.equal(statSync(`${dataDir()}/${name}`).mode & 0o777, 0o600);
        return readFileSync(`${dataDir()}/${name}`, "utf8");
      });
    const first = launch(settings());
    await first.ready();
    const [key, jwtSecret] = secrets();
    await first.stop();
    await launch(settings()).ready();
    assert.deepEqual(secrets(), [key, jwtSecret]);
  });

  for (const [name, command] of /** @type {const} */ ([
    ["the launcher", [process.execPath, "scripts/start.mjs"]],
    ["npm alone", ["npm", "start"]],
  ])) {
    for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
      it(`stops every process and exits with status 0 when ${name} receives ${signal}`, async () => {
        const launcher = launch(settings(), command);
        const { url } = await launcher.ready();
        const pids = await everyPid(launcher);
        assert.equal(await launcher.stop(signal), 0);
        assert.deepEqual(pids.filter(isRunning), []);
        await assert.rejects(fetch(url));
      });
    }
  }

  it("stops in order when it receives a signal during the start", async () => {
    const launcher = launch(settings());
    await poll("the gateway to listen", () => launcher.pids("gateway").length > 0);
    const pids = [...launcher.pids("gateway"), await embeddedRedisPid(dataDir())];
    assert.equal(await launcher.stop(), 0);
    assert.deepEqual(pids.filter(isRunning), []);
  });

  it("kills every process and exits with status 1 at a second signal", async () => {
    const launcher = launch(settings());
    await launcher.ready();
    const pids = await everyPid(launcher);
    for (const pid of launcher.pids("gateway")) process.kill(pid, "SIGSTOP");
    launcher.kill("SIGTERM");
    await sleep(1_000);
    assert.equal(await launcher.stop("SIGTERM"), 1);
    await poll("all processes to exit", () => !pids.some(isRunning));
  });

  it("restarts a gateway, a renderer and Redis that were killed", async () => {
    const launcher = launch(settings());
    const { url, curl } = await launcher.ready();
    for (const pid of await everyPid(launcher)) process.kill(pid, "SIGKILL");
    await poll("a new gateway and renderer", () =>
      /** @type {const} */ (["gateway", "renderer"]).every((service) => launcher.pids(service).length === 2),
    );
    await poll("Placard to be ready again", async () => (await fetch(`${url}/health/ready`)).ok);
    const { stdout } = spawnSync("sh", ["-c", curl], { encoding: "utf8" });
    assert.equal(JSON.parse(stdout).success, true, stdout);
  });
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import {
  createTempDirectory,
  findFreePortRange,
  poll,
  sendRedisCommand,
  startRedis,
} from "../packages/testing/dist/index.js";
import { embeddedRedisPid, isRunning, runScript, startLauncher } from "./testing/launched.mjs";

describe("npm start", () => {
  /** @type {import("../packages/testing/dist/index.js").TempDirectory} */
  let data;
  let port = 0;
  /** @type {ReturnType<typeof startLauncher>} */
  let launcher;
  /** @type {ReturnType<typeof startLauncher>} */
  let refused;
  /** @type {Awaited<ReturnType<typeof launcher.ready>>} */
  let greeting;
  let earlyKey = "";
  before(async () => {
    data = await createTempDirectory();
    // Two for the gateway, and one for each of up to two renderers.
    const ports = await Promise.all([findFreePortRange(4), findFreePortRange(4)]);
    earlyKey = (await runScript("key", ["--name", "early"], { DATA_DIR: data.path })).stdout;
    const both = ports.map((each) => startLauncher(settings(each)));
    const [first, second] = await Promise.allSettled(both.map((each) => each.ready()));
    if (second?.status === "fulfilled") {
      both.reverse();
      ports.reverse();
    }
    [launcher, refused] = /** @type {[typeof launcher, typeof refused]} */ (both);
    [port] = ports;
    const ready = first?.status === "fulfilled" ? first : second;
    if (ready?.status !== "fulfilled") throw new Error(launcher.stderr() + refused.stderr());
    greeting = ready.value;
  });
  after(async () => {
    await launcher?.stop();
    await refused?.stop();
    await data.remove();
  });

  const settings = (first = port) => ({
    DATA_DIR: data.path,
    PORT: `${first}`,
    ADMIN_PORT: `${first + 1}`,
  });
  const runCurl = () =>
    JSON.parse(spawnSync("sh", ["-c", greeting.curl], { encoding: "utf8", timeout: 60_000 }).stdout);

  it("prints a base URL, an API key and a curl command that generates an image", async () => {
    const { url, key } = greeting;
    assert.equal(url, `http://localhost:${port}`);
    assert.equal(readFileSync(`${data.path}/dev-api-key`, "utf8").trim(), key);
    const body = runCurl();
    assert.ok(body.data.url.startsWith(`${url}/og/`), JSON.stringify(body));
    const image = await fetch(body.data.url);
    assert.equal(image.headers.get("content-type"), "image/png");
    const bytes = Buffer.from(await image.arrayBuffer());
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  });

  it("prints the addresses of console, docs and queues on localhost, and each responds", async () => {
    for (const address of [greeting.console, greeting.docs, greeting.queues]) {
      assert.match(address, /^http:\/\/localhost:/);
      assert.equal((await fetch(address)).headers.get("content-type"), "text/html; charset=utf-8", address);
    }
    assert.ok(greeting.curl.includes("http://localhost:"), greeting.curl);
  });

  it("logs no probes of its own while it starts", () => {
    const logs = launcher.logs().filter(({ path, msg }) => path === "/health/ready" || msg === "not ready");
    assert.deepEqual(logs, []);
  });

  it("writes the API key to its file before the gateway listens", () => {
    const listening = launcher.logs().find(({ msg }) => msg === "gateway listening");
    assert.ok(statSync(`${data.path}/dev-api-key`).mtimeMs < Date.parse(String(listening?.["time"])));
  });

  it("runs a Redis with a password, which only the owner of DATA_DIR can read", async () => {
    const file = `${data.path}/redis/server.json`;
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { port: redisPort, password } = JSON.parse(readFileSync(file, "utf8"));
    assert.ok(password.length >= 32);
    assert.match(await sendRedisCommand(redisPort, "KEYS *"), /^-NOAUTH/);
    const processes = spawnSync("ps", ["-eo", "args="], { encoding: "utf8" }).stdout;
    assert.ok(!processes.includes(password), "process lists do not show it");
    assert.ok(!launcher.stdout().includes(password) && !launcher.stderr().includes(password));
  });

  it("accepts keys that npm run key and npm run operator created before and after the start", async () => {
    assert.match(earlyKey, /^plk_[0-9A-Za-z]{36}\n$/);
    const lateKey = (await runScript("operator", ["keys", "create", "--name", "late"], settings())).stdout;
    /** @param {string} key */
    const statusOf = async (key) => {
      const headers = { Authorization: `Bearer ${key.trim()}` };
      return (await fetch(`${greeting.url}/api/v1/og/templates`, { headers })).status;
    };
    for (const key of [earlyKey, lateKey]) assert.equal(await statusOf(key), 200);
  });

  it("passes all checks of the operator command doctor, which finds the ports by itself", async () => {
    const { DATA_DIR } = settings();
    const { status, stdout, stderr } = await runScript("operator", ["doctor", "--json"], { DATA_DIR });
    assert.equal(status, 0, stdout + stderr);
    /** @type {{ check: string, status: string, message: string }[]} */
    const results = JSON.parse(stdout);
    for (const name of ["redis-persistence", "storage", "clocks", "renderers", "public-url", "proxy"])
      assert.equal(results.find(({ check }) => check === name)?.status, "ok", `${name} in ${stdout}`);
  });

  it("restarts a gateway, a renderer and Redis that were killed", async () => {
    const killed = [...launcher.pids("gateway"), ...launcher.pids("renderer")];
    assert.equal(killed.length, 2);
    for (const pid of [...killed, await embeddedRedisPid(data.path)]) process.kill(pid, "SIGKILL");
    await poll(
      "a new gateway and a new renderer",
      () => launcher.pids("gateway").length >= 2 && launcher.pids("renderer").length >= 2,
    );
    await poll("Placard to be ready again", async () => (await fetch(`${greeting.url}/health/ready`)).ok);
    const body = runCurl();
    assert.equal(body.success, true, JSON.stringify(body));
  });

  it("locks its data directory: of two launchers that start at once, one exits with status 1", async () => {
    assert.equal(await refused.exited, 1);
    assert.match(refused.stderr(), /already running with DATA_DIR/);
  });

  it("leaves no process but Redis when it is killed, which the next start replaces with the same secrets", async () => {
    const secrets = () =>
      ["dev-api-key", "jwt-secret"].map((name) => {
        assert.equal(statSync(`${data.path}/${name}`).mode & 0o777, 0o600);
        return readFileSync(`${data.path}/${name}`, "utf8");
      });
    const before = secrets();
    const redisPid = await embeddedRedisPid(data.path);
    const pids = currentPids();
    await launcher.stop("SIGKILL");
    await poll("the gateway and the renderer to exit", () => !pids.some(isRunning));
    launcher = startLauncher(settings(), ["npm", "start"]);
    assert.equal((await launcher.ready()).key, greeting.key);
    assert.deepEqual(secrets(), before);
    assert.ok(!isRunning(redisPid));
  });

  it("stops every process on SIGINT, and exits with status 0", async () => {
    await poll("the renderer to be ready", () => launcher.pids("renderer").length > 0);
    const pids = [...currentPids(), await embeddedRedisPid(data.path)];
    assert.equal(await launcher.stop("SIGINT"), 0);
    assert.deepEqual(pids.filter(isRunning), []);
    await assert.rejects(fetch(greeting.url));
  });

  it("starts no Redis if REDIS_URL is set, stops during the start, and kills every process on a second signal", async () => {
    const redis = await startRedis();
    const directory = await createTempDirectory();
    try {
      const renderers = { RENDERERS: "2" };
      launcher = startLauncher({
        ...settings(),
        ...renderers,
        DATA_DIR: directory.path,
        REDIS_URL: redis.url,
      });
      const pids = await poll("gateway and renderers to start", () => {
        const { stdout } = spawnSync("pgrep", ["-P", `${launcher.pid}`], { encoding: "utf8" });
        const started = stdout.split("\n").filter(Boolean).map(Number);
        return started.length === 3 && started;
      });
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      assert.equal(existsSync(`${directory.path}/redis`), false);
      launcher.kill("SIGTERM");
      await poll("the launcher to stop", () => launcher.stdout().includes("Stopping."));
      await delay(1_000); // a signal that follows at once is a duplicate, which npm sends
      assert.equal(await launcher.stop("SIGTERM"), 1);
      await poll("all processes to exit", () => !pids.some(isRunning));
    } finally {
      await launcher.stop("SIGKILL");
      await redis.stop();
      await directory.remove();
    }
  });

  /** The process IDs of the gateway and of the renderer. */
  const currentPids = () => [...launcher.pids("gateway").slice(-1), ...launcher.pids("renderer").slice(-1)];
});

import assert from "node:assert/strict";
import { findFreePortRange, startRedis, createTempDirectory } from "../packages/testing/dist/index.js";
import { createApiKeys, operatorAccountId } from "../packages/accounts/dist/index.js";
import { openRedis } from "./launcher/redis-connection.mjs";
import { runCommand, startLauncher } from "./testing/launched.mjs";

describe("npm run key", () => {
  /** @type {import("../packages/testing/dist/index.js").TempDirectory} */
  let data;
  beforeEach(async () => {
    data = await createTempDirectory();
  });
  afterEach(() => data.remove());

  /**
   * @param {readonly string[]} args
   * @param {Readonly<Record<string, string>>} [own]
   */
  const runKey = async (args, own) => {
    const run = runCommand([process.execPath, "scripts/key.mjs", ...args], { DATA_DIR: data.path, ...own });
    return { status: await run.exited, stdout: run.stdout(), stderr: run.stderr() };
  };

  it("prints a key that works, and nothing else, whether Placard runs or not", async () => {
    const early = await runKey(["--name", "early"]);
    assert.match(early.stdout, /^plk_[0-9A-Za-z]{36}\n$/, early.stderr);
    const port = await findFreePortRange(3);
    const launcher = startLauncher({ DATA_DIR: data.path, PORT: `${port}`, ADMIN_PORT: `${port + 1}` });
    try {
      const { url } = await launcher.ready();
      const late = await runKey(["--name", "late"]);
      for (const { stdout } of [early, late]) {
        const headers = { Authorization: `Bearer ${stdout.trim()}` };
        assert.equal((await fetch(`${url}/api/v1/og/templates`, { headers })).status, 200);
      }
    } finally {
      await launcher.stop();
    }
  });

  it("makes it in the Redis of REDIS_URL, with name and expiry", async () => {
    const server = await startRedis();
    const { stdout } = await runKey(["--name", "ci", "--expires-in-days", "3"], { REDIS_URL: server.url });
    const redis = await openRedis(server.url, 5_000);
    const found = await createApiKeys({ redis, now: Date.now }).find(stdout.trim());
    const operator = await operatorAccountId(redis);
    redis.disconnect();
    await server.stop();
    assert.equal(found?.name, "ci");
    assert.equal(found?.owner, operator);
    assert.ok(Math.abs((found?.expiresAt ?? 0) - Date.now() - 3 * 86_400_000) < 60_000);
  });

  it("shows its usage for arguments that make no sense", async () => {
    for (const args of [
      [],
      ["--name", " "],
      ["--name", "x".repeat(129)],
      ["--nam", "ci"],
      ["--name", "ci", "more"],
      ["--name", "ci", "--expires-in-days", "0"],
      ["--name", "ci", "--expires-in-days", "soon"],
    ]) {
      const { status, stdout, stderr } = await runKey(args);
      assert.equal(status, 1);
      assert.equal(stdout, "");
      assert.match(stderr, /Usage: npm run key/);
    }
  });
});

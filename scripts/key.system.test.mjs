import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createApiKeys, operatorAccountId } from "../packages/accounts/dist/index.js";
import { createTempDirectory, findFreePortRange, startRedis } from "../packages/testing/dist/index.js";
import { openRedis } from "./launcher/redis-connection.mjs";
import { runCommand, startLauncher } from "./testing/launched.mjs";

describe("npm run key and npm run operator", () => {
  /** @type {import("../packages/testing/dist/index.js").TempDirectory} */
  let data;
  beforeEach(async () => {
    data = await createTempDirectory();
  });
  afterEach(() => data.remove());

  /**
   * @param {"key" | "operator"} script
   * @param {readonly string[]} args
   * @param {Readonly<Record<string, string>>} [settings]
   */
  const run = async (script, args, settings) => {
    const env = { DATA_DIR: data.path, ...settings };
    const command = runCommand([process.execPath, `scripts/${script}.mjs`, ...args], env);
    return { status: await command.exited, stdout: command.stdout(), stderr: command.stderr() };
  };

  it("create, list and revoke keys, whether or not Placard is running", async () => {
    const early = await run("key", ["--name", "early"]);
    assert.match(early.stdout, /^plk_[0-9A-Za-z]{36}\n$/, early.stderr);
    const port = await findFreePortRange(3);
    const launcher = startLauncher({ DATA_DIR: data.path, PORT: `${port}`, ADMIN_PORT: `${port + 1}` });
    try {
      const { url } = await launcher.ready();
      const late = await run("operator", ["keys", "create", "--name", "late"]);
      /** @param {{ stdout: string }} created */
      const use = async ({ stdout }) => {
        const headers = { Authorization: `Bearer ${stdout.trim()}` };
        return (await fetch(`${url}/api/v1/og/templates`, { headers })).status;
      };
      for (const created of [early, late]) assert.equal(await use(created), 200);

      const keys = JSON.parse((await run("operator", ["keys", "list", "--json"])).stdout);
      /** @type {{ id: string, name: string }[]} */
      const listed = keys;
      assert.deepEqual(listed.map(({ name }) => name).toSorted(), ["early", "late", "npm start"]);
      const { id } = listed.find(({ name }) => name === "late") ?? { id: "" };
      assert.equal((await run("operator", ["keys", "revoke", id])).status, 0);
      assert.deepEqual([await use(early), await use(late)], [200, 401]);
    } finally {
      await launcher.stop();
    }
    const { stdout } = await run("operator", ["keys", "list"]);
    assert.match(stdout, /early/);
  });

  it("use the Redis of REDIS_URL and start no other", async () => {
    const server = await startRedis();
    const args = ["--name", "ci", "--expires-in-days", "3"];
    const { stdout } = await run("key", args, { REDIS_URL: server.url });
    const redis = await openRedis(server.url, 5_000);
    const key = await createApiKeys({ redis, now: Date.now }).find(stdout.trim());
    const operator = await operatorAccountId(redis);
    redis.disconnect();
    await server.stop();
    assert.deepEqual([key?.name, key?.owner], ["ci", operator]);
    assert.ok(Math.abs((key?.expiresAt ?? 0) - Date.now() - 3 * 86_400_000) < 60_000);
    assert.equal(existsSync(join(data.path, "redis")), false);
  });

  it("exit with status 1 and a usage message on invalid arguments, and start no Redis for them", async () => {
    for (const [script, args] of /** @type {const} */ ([
      ["key", ["--name", "ci", "--expires-in-days", "soon"]],
      ["operator", ["nonsense"]],
    ])) {
      const { status, stdout, stderr } = await run(script, args);
      assert.deepEqual([status, stdout], [1, ""]);
      assert.match(stderr, /Usage: npm run operator --/);
      if (script === "key") assert.match(stderr, /npm run key -- …/);
    }
    assert.equal(existsSync(join(data.path, "redis")), false);
  });

  it("exit with status 1 and the reason if the embedded Redis cannot be started", async () => {
    const command = runCommand([process.execPath, "scripts/key.mjs", "--name", "ci"], {
      DATA_DIR: "/dev/null/data",
    });
    assert.deepEqual([await command.exited, command.stdout()], [1, ""]);
    assert.match(command.stderr(), /DATA_DIR/);
    assert.doesNotMatch(command.stderr(), /\bat .*\.m?js:/);
  });
});

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createApiKeys, operatorAccountId } from "../packages/accounts/dist/index.js";
import { createTempDirectory, startRedis } from "../packages/testing/dist/index.js";
import { openRedis } from "../packages/runtime/dist/index.js";
import { runScript } from "./testing/launched.mjs";

// That they work with the Redis of npm start, whether or not it is running, is tested in
// start.system.test.mjs.
describe("npm run key and npm run operator", () => {
  /** @type {import("../packages/testing/dist/index.js").TempDirectory} */
  let data;
  beforeEach(async () => {
    data = await createTempDirectory();
  });
  afterEach(() => data.remove());

  /** @type {typeof runScript} */
  const run = (script, args, settings) => runScript(script, args, { DATA_DIR: data.path, ...settings });

  it("use the Redis of REDIS_URL and start no other", async () => {
    const server = await startRedis();
    const args = ["--name", "ci", "--expires-in-days", "3"];
    const { stdout } = await run("key", args, { REDIS_URL: server.url });
    const redis = await openRedis(server.url, 5_000);
    const apiKeys = createApiKeys({ redis, now: Date.now });
    const found = await apiKeys.find(stdout.trim());
    const [key] = await apiKeys.list(await operatorAccountId(redis));
    redis.disconnect();
    await server.stop();
    assert.deepEqual([key?.name, key?.id], ["ci", found?.id]);
    assert.ok(Math.abs((key?.expiresAt ?? 0) - Date.now() - 3 * 86_400_000) < 60_000);
    assert.equal(existsSync(join(data.path, "redis")), false);
  });

  it("exit with status 1 and a usage message on invalid arguments", async () => {
    const { status, stdout, stderr } = await run("key", ["--name", "ci", "--expires-in-days", "soon"]);
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /Usage: npm run operator --/);
    assert.match(stderr, /npm run key -- …/);
  });

  it("exit with status 1 and the reason if the embedded Redis cannot be started", async () => {
    const { status, stdout, stderr } = await run("key", ["--name", "ci"], { DATA_DIR: "/dev/null/data" });
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /DATA_DIR/);
    assert.doesNotMatch(stderr, /\bat .*\.m?js:/);
  });
});

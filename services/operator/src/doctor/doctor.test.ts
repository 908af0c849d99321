import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { renderKeys } from "@placard/contracts";
import { openRedis } from "@placard/runtime";
import {
  createTempDirectory,
  fakeClockEnv,
  findFreePort,
  getInheritedEnv,
  jwtSecret,
  startRedis,
  startRedisCluster,
  type TempDirectory,
  type TestRedis,
} from "@placard/testing";
import { runCommand } from "../testing/run-command.ts";
import type { CheckResult } from "./checks.ts";
import { checkRedisVersion } from "./redis-checks.ts";

describe("doctor", () => {
  let data: TempDirectory;
  let healthy: TestRedis;
  let gatewayPort: number;
  before(async () => {
    data = await createTempDirectory();
    gatewayPort = await findFreePort();
    healthy = await startRedis({ appendOnly: true });
  });
  after(async () => {
    await healthy.stop();
    await data.remove();
  });

  const settings = (changes: Readonly<Record<string, string>> = {}) => ({
    REDIS_URL: healthy.url,
    DATA_DIR: data.path,
    JWT_SECRET: jwtSecret,
    PORT: `${gatewayPort}`,
    ...changes,
  });

  const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    runCommand(["doctor", ...args], env);

  /** The findings of all checks. Fails if doctor's exit status does not fit. */
  async function findAll(env: Readonly<Record<string, string>>): Promise<CheckResult[]> {
    const { status, stdout, stderr } = await run(["--json"], env);
    assert.equal(stderr, "");
    const results = JSON.parse(stdout) as CheckResult[];
    assert.equal(status, results.some((each) => each.status === "failed") ? 1 : 0);
    for (const { message } of results) assert.doesNotMatch(message, /\n/);
    return results;
  }

  const pick = (results: readonly CheckResult[], check: string): CheckResult =>
    results.find((each) => each.check === check) ?? assert.fail(`no ${check} in ${JSON.stringify(results)}`);

  const find = async (check: string, env: Readonly<Record<string, string>>) =>
    pick(await findAll(env), check);

  /** The finding of one check on a Redis server that is started for it. */
  async function findOn(
    check: string,
    redisSettings: Readonly<Record<string, string>>,
    prepare: (redis: TestRedis) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  ): Promise<CheckResult> {
    const redis = await startRedis({ settings: redisSettings });
    try {
      return await find(check, settings({ REDIS_URL: redis.url, ...(await prepare(redis)) }));
    } finally {
      await redis.stop();
    }
  }

  function assertFinding(result: CheckResult, status: CheckResult["status"], message: RegExp): void {
    assert.equal(result.status, status, result.message);
    assert.match(result.message, message);
  }

  it("reports every check in a line, what to fix, and exit status 1 if one failed", async () => {
    const { status, stdout } = await run([], settings());
    assert.equal(status, 1, "neither gateway nor renderer is running");
    assert.match(stdout, /^failed +renderers +No renderer has reported within the last 4 s\. Start one/m);
    assert.match(stdout, /^ok +redis +Redis responds\.$/m);
    assert.match(stdout, /^Failed: 2\. /m);
  });

  it("fails if settings are missing or invalid, and still checks Redis", async () => {
    const { REDIS_URL } = settings();
    const result = await find("settings", { REDIS_URL, PORT: "x" });
    assertFinding(result, "failed", /JWT_SECRET is required.*PORT/);
    assertFinding(await find("redis-version", { REDIS_URL }), "ok", /^Redis \d/);
  });

  it("prints the reason if REDIS_URL is missing", async () => {
    const { status, stdout, stderr } = await run([], {});
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /REDIS_URL is required/);
  });

  it("fails if Redis does not respond, and still checks storage", async () => {
    const env = settings({ REDIS_URL: "redis://127.0.0.1:1" });
    const results = await findAll(env); // takes the 5 s that Redis has to respond
    assertFinding(pick(results, "redis"), "failed", /does not respond at 127\.0\.0\.1:1\. Check/);
    assertFinding(pick(results, "storage"), "ok", /File storage/);
  });

  it("fails if the version of Redis is lower than 6.2", () => {
    for (const version of ["5.0.14", "6.0.20"])
      assert.match(checkRedisVersion({ redis_version: version }).message, /too old. Upgrade/);
    for (const version of ["6.2.0", "7.0.15", "10.0.0"])
      assert.equal(checkRedisVersion({ redis_version: version }).status, "ok");
  });

  it("fails if Redis stores nothing on disk, and warns if it saves snapshots only", async () => {
    assertFinding(await find("redis-persistence", settings()), "ok", /append-only file/);
    assertFinding(await findOn("redis-persistence", {}), "failed", /nothing on disk.*appendonly yes/);
    assertFinding(await findOn("redis-persistence", { save: "3600 1" }), "warning", /snapshots only/);
  });

  it("uses INFO if the ACL does not permit CONFIG, as in deploy/redis", async () => {
    const aclfile = fileURLToPath(new URL("../../../../deploy/redis/placard.acl", import.meta.url));
    const prepare = async ({ port }: TestRedis) => ({
      REDIS_URL: `redis://placard-gateway:GATEWAY-PASSWORD@127.0.0.1:${port}`,
    });
    const persistence = await findOn("redis-persistence", { aclfile }, prepare);
    assertFinding(persistence, "warning", /may not run CONFIG.*appendonly yes/);
    assertFinding(await findOn("redis-eviction", { aclfile }, prepare), "ok", /noeviction/);
    assertFinding(await findOn("clocks", { aclfile }, prepare), "ok", /within 5 s/);
  });

  it("fails if Redis evicts keys", async () => {
    const result = await findOn("redis-eviction", { "maxmemory-policy": "allkeys-lru" });
    assertFinding(result, "failed", /is allkeys-lru.*noeviction/);
  });

  it("reads the node of a cluster that has Placard's keys", async () => {
    const cluster = await startRedisCluster();
    const env = settings({ REDIS_URL: cluster.url });
    const persistence = await find("redis-persistence", env);
    await cluster.stop();
    assert.equal(persistence.status, "ok");
  });

  it("fails if storage cannot be written, and leaves no object behind if it can", async () => {
    const blocked = await find("storage", settings({ DATA_DIR: "/dev/null/data" }));
    assertFinding(blocked, "failed", /failed to write an object: .*ENOTDIR.*DATA_DIR/);
    const s3 = { S3_BUCKET: "none", S3_ENDPOINT: "http://127.0.0.1:1", AWS_ACCESS_KEY_ID: "none" };
    assertFinding(await find("storage", settings(s3)), "failed", /failed to write an object.*S3_BUCKET/);
    assertFinding(await find("storage", settings()), "ok", /written, read, listed and deleted/);
    const { stdout } = await promisify(execFile)("find", [data.path, "-name", "doctor-*"]);
    assert.equal(stdout, "");
  });

  it("warns if the clock of this host differs from the clock of Redis", async () => {
    assertFinding(await find("clocks", settings()), "ok", /this host and storage are within 5 s/);
    const main = fileURLToPath(new URL("../main.js", import.meta.url));
    const env = { ...getInheritedEnv(), ...settings(), ...(await fakeClockEnv(-3600)) };
    const { stdout } = await promisify(execFile)(process.execPath, [main, "doctor", "--json"], { env }).catch(
      (error: { stdout: string }) => error,
    );
    const result = (JSON.parse(stdout) as CheckResult[]).find(({ check }) => check === "clocks");
    assert.ok(result, stdout);
    assertFinding(result, "warning", /this host is 3600 s behind the clock of Redis.*NTP/);
  });

  it("finds the heartbeat of a renderer", async () => {
    const redis = await openRedis(healthy.url, 5_000);
    await redis.set(renderKeys.rendererAlive, JSON.stringify({ missingScripts: [] }), "PX", 4_000);
    redis.disconnect();
    assertFinding(await find("renderers", settings()), "ok", /within the last 4 s/);
  });
});

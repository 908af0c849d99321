import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createApiKeys, operatorAccountId } from "@placard/accounts";
import { apiKeyScopes } from "@placard/contracts";
import { openRedis, type RedisClient } from "@placard/runtime";
import {
  createTempDirectory,
  createTestAccount,
  getInheritedEnv,
  jwtSecret,
  startRedis,
  type TestRedis,
} from "@placard/testing";
import { runCommand } from "./testing/run-command.ts";

const day = 86_400_000;

describe("the operators' command line", () => {
  let server: TestRedis;
  let redis: RedisClient;
  let operator: string;
  const apiKeys = () => createApiKeys({ redis, now: Date.now });
  const installation = () => ({ redisUrl: server.url, publicUrl: "http://localhost:3000", jwtSecret });
  before(async () => {
    server = await startRedis();
    redis = await openRedis(server.url, 5_000);
  });
  beforeEach(async () => {
    await redis.flushall();
    operator = await operatorAccountId(redis);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = { REDIS_URL: server.url }) =>
    runCommand(args, env);

  it("creates an API key of the operator account, and prints it alone on standard output", async () => {
    const { status, stdout, stderr } = await run([
      "keys",
      "create",
      "--name",
      " ci  runner ",
      "--expires-in-days",
      "3",
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^plk_[0-9A-Za-z]{36}\n$/);
    const key = await apiKeys().find(stdout.trim());
    assert.equal(key?.owner, operator);
    assert.ok(Math.abs((key?.expiresAt ?? 0) - Date.now() - 3 * day) < 60_000);
    assert.match(
      stderr,
      new RegExp(`^Created API key ${key?.id} \\(ci runner\\) of the operator account, which expires at `),
    );
    assert.ok(!stderr.includes(stdout.trim()));
  });

  it("creates a key that does not expire, and prints it as JSON", async () => {
    const { stdout, stderr } = await run(["keys", "create", "--name", "ci", "--json"]);
    const { id, key, createdAt, ...rest } = JSON.parse(stdout);
    assert.deepEqual(rest, { name: "ci", expiresAt: null, scopes: apiKeyScopes });
    assert.equal(stderr, "");
    assert.equal((await apiKeys().find(key))?.id, id);
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 10_000);
  });

  it("creates a key with some scopes, and rejects unknown, duplicate and missing ones", async () => {
    const create = (scopes: string) => run(["keys", "create", "--name", "ci", "--scopes", scopes]);
    const { stdout } = await create("account:read,images:write");
    const scopes = ["images:write", "account:read"];
    assert.deepEqual((await apiKeys().find(stdout.trim()))?.scopes, scopes);
    assert.match((await run(["keys", "list"])).stdout, / images:write,account:read +ci$/m);
    assert.deepEqual(JSON.parse((await run(["keys", "list", "--json"])).stdout)[0].scopes, scopes);
    for (const invalid of ["", "images", "images:write,images:write", "images:write, images:delete"]) {
      const { status, stderr } = await create(invalid);
      assert.equal(status, 1, invalid);
      assert.match(stderr, /--scopes must be one or more of images:write, images:delete, templates:write/);
    }
  });

  it("lists the API keys of the operator account, as a table or as JSON, without their text", async () => {
    assert.equal((await run(["keys", "list"])).stdout, "No API keys.\n");
    assert.deepEqual(JSON.parse((await run(["keys", "list", "--json"])).stdout), []);
    const first = await apiKeys().create({ owner: operator, name: "first" });
    const second = await apiKeys().create({
      owner: operator,
      name: "second",
      expiresAt: first.createdAt + day,
    });
    await createTestAccount(installation());
    const { stdout } = await run(["keys", "list"]);
    const lines = stdout.trimEnd().split("\n");
    assert.equal(lines.length, 3, stdout);
    assert.match(lines[0] ?? "", /^ID +KEY +CREATED +EXPIRES +LAST USED +SCOPES +NAME$/);
    assert.ok(lines.some((line) => line.startsWith(first.id) && / never +never +all +first$/.test(line)));
    assert.ok(lines.some((line) => line.startsWith(second.id) && line.endsWith("  second")));
    assert.ok(!stdout.includes(first.secret.slice(4, 34)));

    const listed = JSON.parse((await run(["keys", "list", "--json"])).stdout);
    const time = (epochMs: number) => new Date(epochMs).toISOString();
    assert.deepEqual(
      listed.find(({ id }: { id: string }) => id === second.id),
      {
        id: second.id,
        name: "second",
        hint: second.hint,
        scopes: apiKeyScopes,
        createdAt: time(second.createdAt),
        expiresAt: time(first.createdAt + day),
        lastUsedAt: null,
      },
    );
  });

  it("revokes an API key of the operator account", async () => {
    const { id, secret } = await apiKeys().create({ owner: operator, name: "revoked" });
    const { status, stdout } = await run(["keys", "revoke", id]);
    assert.deepEqual([status, stdout], [0, `Revoked API key ${id}.\n`]);
    assert.equal(await apiKeys().find(secret), undefined);
    const repeated = await run(["keys", "revoke", id]);
    assert.deepEqual([repeated.status, repeated.stdout], [1, ""]);
    assert.match(repeated.stderr, new RegExp(`API key ${id} not found`));
  });

  it("lists and revokes the API keys of another account, by its email address in any case", async () => {
    const { email, key } = await createTestAccount(installation());
    const [listed] = JSON.parse(
      (await run(["keys", "list", "--account", email.toUpperCase(), "--json"])).stdout,
    );
    assert.equal(listed.hint, key.slice(-4));
    assert.equal((await run(["keys", "revoke", listed.id])).status, 1, "it is not the operator account's");
    assert.ok(await apiKeys().find(key));
    assert.equal((await run(["keys", "revoke", listed.id, "--account", email])).status, 0);
    assert.equal(await apiKeys().find(key), undefined);
    const unknown = await run(["keys", "list", "--account", "unknown@example.com"]);
    assert.deepEqual([unknown.status, unknown.stdout], [1, ""]);
    assert.equal(unknown.stderr, "No account has the email address unknown@example.com.\n");
  });

  it("exits with status 1 and a usage message if arguments are invalid, before it needs Redis", async () => {
    const { status, stdout, stderr } = await run(["keys", "create", "--nam", "ci"], {});
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /--nam/);
    assert.match(stderr, /^Usage: placard keys create --name NAME/m);
  });

  it("is installed as the program placard, whose usage text shows that name", async () => {
    const directory = await createTempDirectory();
    const program = join(directory.path, "placard");
    await symlink(fileURLToPath(new URL("main.js", import.meta.url)), program);
    const env = { ...getInheritedEnv(), REDIS_URL: server.url };
    const runProgram = (...args: string[]) =>
      promisify(execFile)(process.execPath, [program, ...args], { env });
    assert.match((await runProgram("--help")).stdout, /^Usage: placard COMMAND/);
    assert.equal((await runProgram("keys", "list")).stdout, "No API keys.\n");
    await directory.remove();
  });

  it("exits with status 1 and a message if REDIS_URL is invalid, or Redis does not respond", async () => {
    const [missing, invalid, silent] = await Promise.all([
      run(["keys", "list"], {}),
      run(["keys", "list"], { REDIS_URL: "localhost" }),
      run(["keys", "list"], { REDIS_URL: "redis://:a-password@127.0.0.1:1" }),
    ]);
    assert.match(missing.stderr, /REDIS_URL is required/);
    assert.match(invalid.stderr, /REDIS_URL must be a URL/);
    assert.match(silent.stderr, /^Redis does not respond at 127\.0\.0\.1:1\./);
    for (const { status, stdout, stderr } of [missing, invalid, silent]) {
      assert.deepEqual([status, stdout], [1, ""]);
      assert.doesNotMatch(stderr, /a-password|\bat .*\.js:/);
    }
  });
});

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { startRedis } from "../packages/testing/dist/index.js";
import { root } from "./setup/command.mjs";

/** The keys of a renderer, by their second segment. It also adds to the list `render-outbox`. */
const rendererKeys = [
  ...["render", "render-remote", "preview", "proof", "assets", "sweep"], // queues
  ...["result", "asset-result", "proof-outcome", "recent-cards"],
  ...["renderer-alive", "turns", "image-deletions", "usage-reports", "remote-bytes"],
];

/** The commands of a renderer besides those of `rendererDataTypes`. */
const rendererCommands = [
  ...["del", "exists", "expire", "pexpire", "pexpireat", "persist", "ttl", "pttl", "type", "rename"],
  ...["eval", "evalsha", "script|load", "script|exists", "publish"],
  ...["time", "info", "ping", "hello", "auth", "quit", "reset", "client|setname"],
  ...["cluster|slots", "cluster|info"],
];
const rendererDataTypes = ["hash", "list", "set", "sortedset", "stream", "string"];

describe("the Redis user of renderers in deploy/redis/placard.acl", () => {
  /** @type {import("../packages/testing/dist/index.js").TestRedis} */
  let server;
  /** @type {Redis} */
  let redis;
  before(async () => {
    const [_, ...users] = readFileSync(join(root, "deploy/redis/placard.acl"), "utf8").split("\n");
    server = await startRedis({ users: ["user default on nopass ~* &* +@all", ...users].join("\n") });
    redis = new Redis(server.url);
  });
  after(async () => {
    redis?.disconnect();
    await server?.stop();
  });

  /**
   * Whether the user may run a command. ACL DRYRUN does not run it.
   * @param {(string | number)[]} command
   */
  const isPermitted = async (...command) => isPermittedTo("placard-renderer", ...command);
  /**
   * @param {string} user
   * @param {(string | number)[]} command
   */
  const isPermittedTo = async (user, ...command) => {
    const reply = await redis.call("ACL", "DRYRUN", user, ...command);
    assert.ok(
      reply === "OK" || String(reply).includes("no permissions"),
      `${command.join(" ")}: ${String(reply)}`,
    );
    return reply === "OK";
  };

  /** The second segments of all keys, from the sources, and from the table in docs/redis-keys.md. */
  const fromSources = ["packages", "services"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { encoding: "utf8", recursive: true }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /^\w+\/(?!testing\/)[\w-]+\/src\/.*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(root, file), "utf8").matchAll(/(?:\{placard\}|\$\{\w*[pP]refix\}):([a-z-]+)/g),
    ])
    .map(([, name = ""]) => name);
  const documented = [
    ...readFileSync(join(root, "docs/redis-keys.md"), "utf8").matchAll(/`\{placard\}:([a-z-]+)/g),
  ].map(([, name = ""]) => name);
  const channels = ["results", "deleted-images"];
  const keyNames = [...new Set([...fromSources, ...documented, ...rendererKeys])].filter(
    (name) => !channels.includes(name),
  );

  it("may read and write its own keys, and only add to the outbox of its events", async () => {
    assert.ok(keyNames.length > 60);
    assert.deepEqual(
      fromSources.filter((name) => !documented.includes(name)),
      [],
      "undocumented keys",
    );
    for (const name of keyNames)
      for (const key of [`{placard}:${name}`, `{placard}:${name}:any`]) {
        const isOwn = rendererKeys.includes(name) && (await isPermitted("GET", key));
        for (const command of [
          ["GET", key],
          ["SET", key, "any"],
          ["DEL", key],
          ["EXISTS", key],
          ["HGETALL", key],
          ["HSET", key, "any", "any"],
          ["LRANGE", key, 0, -1],
          ["LREM", key, 0, "any"],
          ["RPUSH", key, "any"],
          ["SMEMBERS", key],
          ["ZRANGE", key, 0, -1],
          ["XADD", key, "*", "any", "any"],
          ["EVAL", "return 1", 1, key],
          ["RENAME", key, "{placard}:result:any"],
          ["RENAME", "{placard}:result:any", key],
        ])
          assert.equal(await isPermitted(...command), isOwn, command.join(" "));
        const canAdd = isOwn || key === "{placard}:render-outbox";
        assert.equal(await isPermitted("LPUSH", key, "any"), canAdd, `LPUSH ${key}`);
      }
    for (const key of ["any", "placard:result:any", "{placard}:", "{placard}:renders-of:2027-01-31:any"])
      assert.equal(await isPermitted("GET", key), false, key);
  });

  it("has access to each of its keys", async () => {
    for (const name of rendererKeys) {
      const keys = [`{placard}:${name}`, `{placard}:${name}:any`];
      const permitted = await Promise.all(keys.map((key) => isPermitted("SET", key, "any")));
      assert.equal(permitted.filter(Boolean).length, 1, name);
    }
  });

  it("cannot list keys, unlike the user of gateways and of the command line", async () => {
    for (const command of [
      ["SCAN", 0],
      ["MEMORY", "USAGE", "{placard}:user:any"],
    ]) {
      assert.equal(await isPermitted(...command), false, `${command[0]}`);
      assert.equal(await isPermittedTo("placard-gateway", ...command), true, `${command[0]}`);
    }
  });

  it("publishes results, and subscribes to nothing", async () => {
    for (const channel of ["{placard}:results", "{placard}:deleted-images", "any"])
      assert.equal(await isPermitted("PUBLISH", channel, "any"), channel === "{placard}:results", channel);
    for (const command of ["SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE"])
      assert.equal(await isPermitted(command, "{placard}:results"), false, command);
  });

  it("may run commands of its data types, and no others than those that it needs", async () => {
    const inCategory = async (/** @type {string} */ category) =>
      /** @type {string[]} */ (await redis.call("ACL", "CAT", category));
    const dangerous = await inCategory("dangerous");
    const ofTypes = (await Promise.all(rendererDataTypes.map(inCategory))).flat();
    const expected = [...rendererCommands, ...ofTypes.filter((name) => !dangerous.includes(name))];
    const categories = /** @type {string[]} */ (await redis.call("ACL", "CAT"));
    const all = new Set((await Promise.all(categories.map(inCategory))).flat());
    assert.ok(all.size > 300);
    /** @type {string[]} */
    const permitted = [];
    for (const name of all) {
      const words = name.split("|");
      const reply = await redis.call("COMMAND", "INFO", name);
      const arity = /** @type {[string, number][]} */ (reply)[0]?.[1] ?? 0;
      const args = Array.from({ length: Math.abs(arity) - words.length }, () => "1");
      const answer = await redis.call("ACL", "DRYRUN", "placard-renderer", ...words, ...args).catch(String);
      if (!/no permissions to run|not found/.test(String(answer))) permitted.push(name);
    }
    assert.deepEqual(permitted.toSorted(), [...new Set(expected)].toSorted());
  });
});

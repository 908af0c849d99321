import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { operatorAccountId } from "./account-id.ts";
import type { OwnedSecret } from "./owned-secrets.ts";
import { createApiKeys, createSigningKeys, type ApiKeys, type SigningKeys } from "./secret-kinds.ts";

const day = 86_400_000;
// In the future, because Redis deletes records by its own clock.
const noon = Math.ceil(Date.now() / day) * day + day / 2;
const maxPerAccount = 5;

describe("owned secrets", () => {
  let server: TestRedis;
  let redis: Redis;
  let connection: Redis;
  let time: number;
  let apiKeys: ApiKeys;
  let signingKeys: SigningKeys;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    connection = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    for (const id of ["ada", "eve"]) await redis.hset(`{placard}:user:${id}`, "id", id);
    time = noon;
    const now = () => time;
    apiKeys = createApiKeys({ redis, now, maxPerAccount });
    signingKeys = createSigningKeys({ redis, now, maxPerAccount });
  });
  after(async () => {
    for (const each of [redis, connection]) each.disconnect();
    await server.stop();
  });

  /** The keys in Redis, except for users. */
  const secretKeys = async () => (await redis.keys("*")).filter((key) => !key.startsWith("{placard}:user:"));

  /** How many times a command has run since the last call of `config resetstat`. */
  async function countCalls(command: string): Promise<number> {
    const stats = await redis.info("commandstats");
    return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  }

  describe("API keys", () => {
    it("consist of plk_, 30 random characters and the CRC32 of both in base62", async () => {
      const { secret, hint } = await apiKeys.create({ owner: "ada", name: "format" });
      assert.match(secret, /^plk_[0-9A-Za-z]{36}$/);
      const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
      const value = [...secret.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
      assert.equal(value, crc32(secret.slice(0, -6)));
      assert.equal(hint, secret.slice(-4));
    });

    it("are found by their text", async () => {
      const { secret, id, owner, scopes, expiresAt, lastUsedAt } = await apiKeys.create({
        owner: "ada",
        name: "ci",
      });
      assert.deepEqual(await apiKeys.find(secret), { id, owner, scopes, expiresAt, lastUsedAt });
      assert.equal(await apiKeys.find(id), undefined);
    });

    it("are rejected without a lookup when mistyped", async () => {
      const { secret } = await apiKeys.create({ owner: "ada", name: "ci" });
      await redis.config("RESETSTAT");
      for (let i = 4; i < secret.length; i++) {
        const mistyped = secret.slice(0, i) + (secret[i] === "a" ? "b" : "a") + secret.slice(i + 1);
        assert.equal(await apiKeys.find(mistyped), undefined, mistyped);
      }
      for (const malformed of [
        "",
        "plk_",
        secret.slice(0, -1),
        `${secret}0`,
        ` ${secret}`,
        secret.toLowerCase(),
      ])
        assert.equal(await apiKeys.find(malformed), undefined, malformed);
      assert.equal(await countCalls("hmget"), 0);
      await apiKeys.find(secret);
      assert.equal(await countCalls("hmget"), 1);
    });

    it("are stored as their SHA-256 only", async () => {
      const { secret } = await apiKeys.create({ owner: "ada", name: "at rest" });
      const names = await secretKeys();
      const records = await Promise.all(
        names.map(async (name) => JSON.stringify([name, await redis.hgetall(name)])),
      );
      assert.ok(records.every((record) => !record.includes(secret.slice(4, 34))));
      const hash = createHash("sha256").update(secret).digest("hex");
      assert.ok(records.some((record) => record.includes(hash)));
    });
  });

  describe("signing keys", () => {
    it("have an id of 16 base62 characters and a secret of plks_ and 32 random bytes", async () => {
      const { id, secret, hint } = await signingKeys.create({ owner: "ada", name: "format" });
      assert.match(id, /^[0-9A-Za-z]{16}$/);
      assert.match(secret, /^plks_[A-Za-z0-9_-]{43}$/);
      assert.equal(hint, secret.slice(-4));
    });

    it("are found, with their secret, by their id", async () => {
      const { id, secret, owner } = await signingKeys.create({ owner: "ada", name: "blog" });
      const { id: foundId, secret: foundSecret, owner: foundOwner } = (await signingKeys.find(id))!;
      assert.deepEqual([foundId, foundSecret, foundOwner], [id, secret, owner]);
      assert.equal(await signingKeys.find(secret), undefined);
    });

    it("are rejected without a lookup when their id is malformed", async () => {
      await redis.config("RESETSTAT");
      for (const id of ["", "0".repeat(15), "0".repeat(17), `${"0".repeat(15)}-`])
        assert.equal(await signingKeys.find(id), undefined, id);
      assert.equal(await countCalls("hmget"), 0);
    });

    it("are not found without a stored secret: an empty HMAC key is never used", async () => {
      const { id } = await signingKeys.create({ owner: "ada", name: "damaged" });
      await redis.hdel(`{placard}:signing-key:${id}`, "secret");
      assert.equal(await signingKeys.find(id), undefined);
    });
  });

  for (const kind of ["API keys", "signing keys"] as const) {
    describe(`${kind}, as secrets of any kind,`, () => {
      const store = () => (kind === "API keys" ? apiKeys : signingKeys);
      /** The text or id that a caller presents. */
      const presented = ({ id, secret }: { id: string; secret: string }) =>
        kind === "API keys" ? secret : id;

      it("expire at expiresAt, to the millisecond", async () => {
        const created = await store().create({ owner: "ada", name: "brief", expiresAt: noon + day });
        time = noon + day - 1;
        assert.equal((await store().find(presented(created)))?.expiresAt, noon + day);
        time = noon + day;
        assert.equal(await store().find(presented(created)), undefined);
      });

      it("without expiresAt do not expire", async () => {
        const created = await store().create({ owner: "ada", name: "lasting" });
        time = noon + 100 * 365 * day;
        assert.ok(await store().find(presented(created)));
      });

      it("are listed for their owner, newest first, without their text", async () => {
        const created: OwnedSecret[] = [];
        for (const name of ["first", "second", "third"]) {
          const { secret: _, ...rest } = await store().create({ owner: "ada", name });
          created.unshift(rest);
          time += 1000;
        }
        await store().create({ owner: "eve", name: "another's" });
        assert.deepEqual(await store().list("ada"), created);
        assert.deepEqual(await store().list("nobody"), []);
      });

      it("belong to an account that exists, or to the operator account", async () => {
        await assert.rejects(store().create({ owner: "nobody", name: "x" }), { code: "unauthorized" });
        assert.deepEqual(await secretKeys(), []);
        const operator = await operatorAccountId(redis);
        assert.ok(await store().find(presented(await store().create({ owner: operator, name: "x" }))));
      });

      it("are revoked by their owner only, once, and leave nothing in Redis", async () => {
        const created = await store().create({ owner: "ada", name: "revoked" });
        assert.equal(await store().revoke("eve", created.id), false);
        assert.ok(await store().find(presented(created)));
        const outcomes = await Promise.all([1, 2, 3].map(() => store().revoke("ada", created.id)));
        assert.deepEqual(outcomes.filter(Boolean), [true]);
        assert.equal(await store().find(presented(created)), undefined);
        assert.deepEqual(await secretKeys(), []);
      });

      it("record the minute of their last use, with at most one write per minute", async () => {
        const created = await store().create({ owner: "ada", name: "used" });
        const find = async () => (await store().find(presented(created)))!;
        assert.equal(created.lastUsedAt, undefined);
        time = noon + 90_000;
        await store().touch(await find());
        assert.equal((await find()).lastUsedAt, noon + 60_000);
        await redis.config("RESETSTAT");
        time = noon + 119_999;
        await store().touch(await find());
        assert.equal(await countCalls("eval"), 0);
        time = noon + 120_000;
        await store().touch(await find());
        assert.equal((await find()).lastUsedAt, noon + 120_000);
        assert.deepEqual((await store().list("ada"))[0]?.lastUsedAt, noon + 120_000);
      });

      it("are not recreated by a use that is recorded after they were revoked", async () => {
        const created = await store().create({ owner: "ada", name: "late" });
        const found = (await store().find(presented(created)))!;
        await store().revoke("ada", created.id);
        await store().touch(found);
        assert.deepEqual(await secretKeys(), []);
      });

      it("are at most as many as the limit, even when 100 are created at once at two gateways", async () => {
        const now = () => time;
        const createElsewhere = kind === "API keys" ? createApiKeys : createSigningKeys;
        const stores = [store(), createElsewhere({ redis: connection, now, maxPerAccount })];
        const outcomes = await Promise.allSettled(
          Array.from({ length: 100 }, (_, i) => stores[i % 2]!.create({ owner: "ada", name: `key ${i}` })),
        );
        const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
        assert.equal(rejected.length, 100 - maxPerAccount);
        for (const { reason } of rejected) {
          assert.equal(reason.code, "limit_reached");
          const message = `An account can have at most 5 ${kind}. Revoke one that you no longer use, then retry.`;
          assert.equal(reason.message, message);
        }
        const listed = await store().list("ada");
        assert.equal(listed.length, maxPerAccount);
        assert.equal((await secretKeys()).length, maxPerAccount + 1);
        await store().create({ owner: "eve", name: "another account" });
        await store().revoke("ada", listed[0]!.id);
        await store().create({ owner: "ada", name: "in place of the revoked one" });
      });

      it("do not count when they have expired", async () => {
        for (let i = 0; i < maxPerAccount; i++)
          await store().create({ owner: "ada", name: "old", expiresAt: noon + 1 });
        await assert.rejects(store().create({ owner: "ada", name: "new" }), { code: "limit_reached" });
        // As if they had expired.
        for (const key of await secretKeys()) if (!key.includes("s-of:")) await redis.del(key);
        await store().create({ owner: "ada", name: "new" });
        assert.equal((await secretKeys()).length, 2);
        assert.equal(await redis.hlen(`{placard}:${kind === "API keys" ? "api" : "signing"}-keys-of:ada`), 1);
      });

      it("are deleted by Redis at their expiry, and only then", async () => {
        const expiresAt = noon + day;
        const { id } = await store().create({ owner: "ada", name: "brief", expiresAt });
        await store().create({ owner: "ada", name: "lasting" });
        const records = (await secretKeys()).filter((key) => !key.includes("s-of:"));
        const times = await Promise.all(records.map((key) => redis.pexpiretime(key)));
        assert.deepEqual(
          times.toSorted((a, b) => a - b),
          [-1, expiresAt],
        );

        // As if that time had come.
        await redis.del(records[times.findIndex((at) => at > 0)]!);
        assert.deepEqual(
          (await store().list("ada")).map(({ name }) => name),
          ["lasting"],
        );
        assert.equal(await store().revoke("ada", id), false);
      });
    });
  }
});

import { createHash, randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { throwPipelineError, type RedisClient } from "@placard/runtime";
import { apiKeyKeys } from "./account-keys.ts";
import { minuteOf, timeOf, toFields, touchScript } from "./redis-records.ts";

/** What is kept of an API key; the key itself is not. Times are epoch ms. */
export interface ApiKey {
  id: string;
  /** A user's id, or "operator" for keys made on the command line. */
  owner: string;
  name: string;
  /** The key's last four characters. */
  hint: string;
  createdAt: number;
  expiresAt: number | undefined;
  /** To the minute. */
  lastUsedAt: number | undefined;
}

/** A key just made: the only time that its secret is seen. */
export interface NewApiKey extends ApiKey {
  key: string;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = /^plk_[0-9A-Za-z]{36}$/;

/** The rules of API keys. Every method rejects where Redis is out of reach. */
export function createApiKeys({ redis, now }: Deps) {
  return {
    /** Makes a key for an owner; it stops working at `expiresAt` (epoch ms), or never. */
    async create({
      owner,
      name,
      expiresAt,
    }: {
      owner: string;
      name: string;
      expiresAt?: number | undefined;
    }) {
      const key = newKey();
      const made: NewApiKey = {
        id: randomBytes(12).toString("base64url"),
        owner,
        name,
        hint: key.slice(-4),
        createdAt: now(),
        expiresAt,
        lastUsedAt: undefined,
        key,
      };
      const { key: _secret, lastUsedAt: _never, ...kept } = made;
      const hash = hashOf(key);
      const replies = await redis
        .multi()
        .hset(apiKeyKeys.record(hash), toFields(kept))
        .hset(apiKeyKeys.ofOwner(owner), made.id, hash)
        .exec();
      throwPipelineError(replies);
      return made;
    },

    /** The key behind a presented secret, if it is one, known and not expired. A mistyped one costs no look-up. */
    async find(key: string): Promise<ApiKey | undefined> {
      if (!isWellFormed(key)) return undefined;
      const found = parse(await redis.hgetall(apiKeyKeys.record(hashOf(key))));
      return found && (found.expiresAt === undefined || found.expiresAt > now()) ? found : undefined;
    },

    /** Notes that a key was used, to the minute: at most one write a minute and key. */
    async touch(key: string, found: ApiKey): Promise<void> {
      const minute = minuteOf(now());
      if (found.lastUsedAt === minute) return;
      await redis.eval(touchScript, 1, apiKeyKeys.record(hashOf(key)), "lastUsedAt", minute);
    },

    /** An owner's keys, expired ones too, the newest first. */
    async list(owner: string): Promise<ApiKey[]> {
      const hashes = await redis.hvals(apiKeyKeys.ofOwner(owner));
      const found = await Promise.all(hashes.map((hash) => redis.hgetall(apiKeyKeys.record(hash))));
      const keys = found.map(parse).filter((key) => key !== undefined);
      return keys.toSorted((a, b) => b.createdAt - a.createdAt);
    },

    /** Takes a key out of use, at once and everywhere. False where the owner has no such key. */
    async revoke(owner: string, id: string): Promise<boolean> {
      const hash = await redis.hget(apiKeyKeys.ofOwner(owner), id);
      if (hash === null) return false;
      const replies = await redis
        .multi()
        .del(apiKeyKeys.record(hash))
        .hdel(apiKeyKeys.ofOwner(owner), id)
        .exec();
      throwPipelineError(replies);
      return true;
    },
  };
}
export type ApiKeys = ReturnType<typeof createApiKeys>;

function newKey(): string {
  const random = Array.from({ length: 30 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `plk_${random}${checksum(`plk_${random}`)}`;
}

/** Whether a text has a key's shape and its checksum is right. */
function isWellFormed(key: string): boolean {
  return shape.test(key) && checksum(key.slice(0, -6)) === key.slice(-6);
}

/** CRC32 in six base62 digits, most significant first. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function parse(fields: Record<string, string>): ApiKey | undefined {
  const { id, owner, name, hint, createdAt, expiresAt, lastUsedAt } = fields;
  if (id === undefined || owner === undefined || name === undefined || hint === undefined) return undefined;
  return {
    id,
    owner,
    name,
    hint,
    createdAt: Number(createdAt),
    expiresAt: timeOf(expiresAt),
    lastUsedAt: timeOf(lastUsedAt),
  };
}

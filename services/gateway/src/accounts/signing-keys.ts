import { randomBytes, randomInt } from "node:crypto";
import { signingKeyIdPattern } from "@placard/contracts";
import { throwPipelineError, type RedisClient } from "@placard/runtime";
import { signingKeyKeys } from "./account-keys.ts";
import { minuteOf, timeOf, toFields, touchScript } from "./redis-records.ts";

/** What is known of a key that signs links. Times are epoch ms. */
export interface SigningKey {
  /** The `kid` of its links. */
  id: string;
  /** A user's id. */
  owner: string;
  name: string;
  /** `plks_` and 32 random bytes, base64url. The HMAC key is the UTF-8 of all of it. */
  secret: string;
  createdAt: number;
  /** To the minute. */
  lastUsedAt: number | undefined;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The rules of signing keys. A user may have several good ones. Every method rejects where Redis is out of reach. */
export function createSigningKeys({ redis, now }: Deps) {
  async function find(kid: string): Promise<SigningKey | undefined> {
    return signingKeyIdPattern.test(kid) ? parse(await redis.hgetall(signingKeyKeys.record(kid))) : undefined;
  }

  return {
    /** The key that a link names, if there is one. A malformed id costs no look-up. */
    find,

    /** Makes a key for an owner. */
    async create({ owner, name }: Pick<SigningKey, "owner" | "name">): Promise<SigningKey> {
      const made: SigningKey = {
        id: Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join(""),
        owner,
        name,
        secret: `plks_${randomBytes(32).toString("base64url")}`,
        createdAt: now(),
        lastUsedAt: undefined,
      };
      const replies = await redis
        .multi()
        .hset(signingKeyKeys.record(made.id), toFields(made))
        .sadd(signingKeyKeys.ofOwner(owner), made.id)
        .exec();
      throwPipelineError(replies);
      return made;
    },

    /** Notes that a link of a key's was asked for, to the minute: at most one write a minute and key. */
    async touch({ id, lastUsedAt }: SigningKey): Promise<void> {
      const minute = minuteOf(now());
      if (lastUsedAt === minute) return;
      await redis.eval(touchScript, 1, signingKeyKeys.record(id), "lastUsedAt", minute);
    },

    /** An owner's keys, the newest first. */
    async list(owner: string): Promise<SigningKey[]> {
      const found = await Promise.all((await redis.smembers(signingKeyKeys.ofOwner(owner))).map(find));
      return found.filter((key) => key !== undefined).toSorted((a, b) => b.createdAt - a.createdAt);
    },

    /** Takes a key out of use, and all its links with it, at once and everywhere. False where the owner has no such key. */
    async revoke(owner: string, id: string): Promise<boolean> {
      if ((await redis.sismember(signingKeyKeys.ofOwner(owner), id)) === 0) return false;
      const replies = await redis
        .multi()
        .del(signingKeyKeys.record(id))
        .srem(signingKeyKeys.ofOwner(owner), id)
        .exec();
      throwPipelineError(replies);
      return true;
    },
  };
}
export type SigningKeys = ReturnType<typeof createSigningKeys>;

function parse(fields: Record<string, string>): SigningKey | undefined {
  const { id, owner, name, secret, createdAt, lastUsedAt } = fields;
  if (id === undefined || owner === undefined || name === undefined || secret === undefined) return undefined;
  return { id, owner, name, secret, createdAt: Number(createdAt), lastUsedAt: timeOf(lastUsedAt) };
}

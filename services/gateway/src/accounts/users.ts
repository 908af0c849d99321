import { createHash } from "node:crypto";
import type { RedisClient } from "@placard/runtime";
import { accountKeys } from "./account-keys.ts";
import { timeOf, toFields } from "./redis-records.ts";

/** A person with an account. */
export interface User {
  /** 16 random bytes, base64url: also the user handle of all their passkeys. */
  id: string;
  /** In lower case. */
  email: string;
  name: string;
}

/** A credential that a user signs in with. Times are epoch ms. */
export interface Passkey {
  /** Derived from the credential id, which may be too long for a path. */
  id: string;
  /** Base64url. */
  credentialId: string;
  userId: string;
  name: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
  deviceType: "singleDevice" | "multiDevice";
  backedUp: boolean;
  createdAt: number;
  lastUsedAt: number | undefined;
}

// Scripts run as one: whatever dies in between, an account is there with its first passkey, or not at all.
const createScript = `
if redis.call("EXISTS", KEYS[1]) == 1 then return "email_taken" end
if redis.call("EXISTS", KEYS[3]) == 1 then return "credential_taken" end
local user, passkey = cjson.decode(ARGV[1]), cjson.decode(ARGV[2])
redis.call("SET", KEYS[1], user.id)
for name, value in pairs(user) do redis.call("HSET", KEYS[2], name, value) end
for name, value in pairs(passkey) do redis.call("HSET", KEYS[3], name, value) end
redis.call("HSET", KEYS[4], passkey.id, passkey.credentialId)
return "done"`;
const addScript = `
if redis.call("EXISTS", KEYS[1]) == 0 then return "no_user" end
if redis.call("EXISTS", KEYS[2]) == 1 then return "credential_taken" end
local passkey = cjson.decode(ARGV[1])
for name, value in pairs(passkey) do redis.call("HSET", KEYS[2], name, value) end
redis.call("HSET", KEYS[3], passkey.id, passkey.credentialId)
return "done"`;
const removeScript = `
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return "not_found" end
if redis.call("HLEN", KEYS[1]) == 1 then return "last" end
redis.call("HDEL", KEYS[1], ARGV[1])
redis.call("DEL", KEYS[2])
return "done"`;
const useScript = `
local counter = tonumber(redis.call("HGET", KEYS[1], "counter"))
if not counter then return "no_passkey" end
local used = tonumber(ARGV[1])
if (used > 0 or counter > 0) and used <= counter then return "counter" end
redis.call("HSET", KEYS[1], "counter", ARGV[1], "backedUp", ARGV[2], "lastUsedAt", ARGV[3])
return "done"`;

/** Users and passkeys as Redis keeps them. Every method rejects where Redis is out of reach. */
export function createUsers(redis: RedisClient) {
  async function findPasskey(id: string): Promise<Passkey | undefined> {
    return parsePasskey(await redis.hgetall(accountKeys.passkey(id)));
  }

  return {
    findPasskey,

    /** The id of the user with an e-mail. */
    async findId(email: string): Promise<string | undefined> {
      return (await redis.get(accountKeys.email(email))) ?? undefined;
    },

    async find(userId: string): Promise<User | undefined> {
      const { id, email, name } = await redis.hgetall(accountKeys.user(userId));
      return id === undefined || email === undefined || name === undefined ? undefined : { id, email, name };
    },

    /** The credential ids of a user's passkeys, in the order of their own ids. */
    async credentialIds(userId: string): Promise<string[]> {
      const found = await redis.hgetall(accountKeys.passkeysOf(userId));
      return Object.keys(found)
        .toSorted()
        .map((id) => found[id] ?? "");
    },

    /** A user's passkeys, the oldest first. */
    async passkeys(userId: string): Promise<Passkey[]> {
      const ids = await redis.hkeys(accountKeys.passkeysOf(userId));
      const found = await Promise.all(ids.map(findPasskey));
      return found.filter((passkey) => passkey !== undefined).toSorted((a, b) => a.createdAt - b.createdAt);
    },

    /** Makes an account with its first passkey, both or neither. */
    async create(user: User, passkey: Passkey): Promise<"done" | "email_taken" | "credential_taken"> {
      const { email, user: userKey, passkey: passkeyKey, passkeysOf } = accountKeys;
      const keys = [email(user.email), userKey(user.id), passkeyKey(passkey.id), passkeysOf(user.id)];
      return (await redis.eval(createScript, 4, ...keys, JSON.stringify(user), fieldsOf(passkey))) as "done";
    },

    /** Adds a passkey to an account. */
    async addPasskey(passkey: Passkey): Promise<"done" | "no_user" | "credential_taken"> {
      const { user, passkey: passkeyKey, passkeysOf } = accountKeys;
      const keys = [user(passkey.userId), passkeyKey(passkey.id), passkeysOf(passkey.userId)];
      return (await redis.eval(addScript, 3, ...keys, fieldsOf(passkey))) as "done";
    },

    /** Takes a passkey from its user, unless it is the last one. */
    async removePasskey(userId: string, passkeyId: string): Promise<"done" | "last" | "not_found"> {
      const keys = [accountKeys.passkeysOf(userId), accountKeys.passkey(passkeyId)];
      return (await redis.eval(removeScript, 2, ...keys, passkeyId)) as "done";
    },

    /**
     * Notes that a passkey was used. `counter`: its counter has not risen (WebAuthn, clause 7.2, step 22), so that this
     * may be a copy; two uses with one counter can't both be noted.
     */
    async usePasskey(
      id: string,
      { counter, backedUp, at }: { counter: number; backedUp: boolean; at: number },
    ): Promise<"done" | "counter" | "no_passkey"> {
      const key = accountKeys.passkey(id);
      return (await redis.eval(useScript, 1, key, counter, String(backedUp), at)) as "done";
    },

    /** Gives a passkey of a user another name; false where the user has no such passkey. */
    async renamePasskey(userId: string, passkeyId: string, name: string): Promise<boolean> {
      const script = `if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call("HSET", KEYS[2], "name", ARGV[2]) return 1`;
      const keys = [accountKeys.passkeysOf(userId), accountKeys.passkey(passkeyId)];
      return (await redis.eval(script, 2, ...keys, passkeyId, name)) === 1;
    },
  };
}
export type Users = ReturnType<typeof createUsers>;

/** The id under which a credential is kept and listed. */
export function passkeyIdOf(credentialId: string): string {
  return createHash("sha256").update(credentialId).digest("base64url").slice(0, 32);
}

function fieldsOf(passkey: Passkey): string {
  return JSON.stringify(
    toFields({
      ...passkey,
      counter: String(passkey.counter),
      backedUp: String(passkey.backedUp),
      createdAt: String(passkey.createdAt),
    }),
  );
}

function parsePasskey(fields: Record<string, string>): Passkey | undefined {
  const { id, credentialId, userId, name, publicKey, counter, deviceType, backedUp, createdAt, lastUsedAt } =
    fields;
  if (!id || !credentialId || !userId || !publicKey) return undefined;
  return {
    id,
    credentialId,
    userId,
    name: name ?? "",
    publicKey,
    counter: Number(counter),
    deviceType: deviceType === "multiDevice" ? "multiDevice" : "singleDevice",
    backedUp: backedUp === "true",
    createdAt: Number(createdAt),
    lastUsedAt: timeOf(lastUsedAt),
  };
}

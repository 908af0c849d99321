import { createHash } from "node:crypto";
import { defineScript, type RedisClient } from "@placard/runtime";
import type { Assertion } from "./assertion.ts";
import { parseTime, toJsonFields } from "./redis-fields.ts";
import { sessionKeys, userKeys } from "./redis-keys.ts";
import { secretKeys } from "./secret-kinds.ts";

/** A credential that a user signs in with. Times are epoch ms. */
export interface Passkey {
  /** Derived from the credential id, which can be too long for a URL path. */
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

/** The ids of the keys that were revoked with a passkey. */
export interface RevokedKeys {
  apiKeyIds: string[];
  signingKeyIds: string[];
}

/** The use of a passkey that has been verified: what its authenticator data says, at a time in epoch ms. */
export interface PasskeyUse extends Assertion {
  at: number;
}

/** Lua: the function of `recordPasskeyUse`, for scripts that do more. Its arguments: key of the passkey, counter, backedUp, at. */
export const recordUse = `
local function recordUse(key, counter, backedUp, at)
  local stored = tonumber(redis.call("HGET", key, "counter"))
  if not stored then return "not_found" end
  if (tonumber(counter) > 0 or stored > 0) and tonumber(counter) <= stored then return "counter" end
  redis.call("HSET", key, "counter", counter, "backedUp", backedUp, "lastUsedAt", at)
  return "done"
end`;

// Redis runs a script atomically: an account always keeps a passkey, and no session outlives its passkey.
const addScript = defineScript(`
if redis.call("EXISTS", KEYS[1]) == 0 then return "no_user" end
if redis.call("HEXISTS", KEYS[1], "disabledAt") == 1 then return "disabled" end
if redis.call("EXISTS", KEYS[2]) == 1 then return "credential_taken" end
if redis.call("HLEN", KEYS[3]) >= tonumber(ARGV[2]) then return "limit_reached" end
local passkey = cjson.decode(ARGV[1])
for name, value in pairs(passkey) do redis.call("HSET", KEYS[2], name, value) end
redis.call("HSET", KEYS[3], passkey.id, passkey.credentialId)
return "done"`);
const deleteScript = defineScript(`
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return "not_found" end
if redis.call("HLEN", KEYS[1]) == 1 then return "last_passkey" end
redis.call("HDEL", KEYS[1], ARGV[1])
redis.call("DEL", KEYS[2])
for _, id in ipairs(redis.call("ZRANGE", KEYS[3], 0, -1)) do
  local session = ARGV[2] .. id
  if redis.call("HGET", session, "passkeyId") == ARGV[1] then
    redis.call("ZREM", KEYS[3], id)
    redis.call("DEL", session)
  end
end
local revoked = {}
for i = 4, #KEYS do
  local ids = {}
  local entries = redis.call("HGETALL", KEYS[i])
  for j = 1, #entries, 2 do
    local record = ARGV[i - 1] .. entries[j + 1]
    if redis.call("HGET", record, "passkeyId") == ARGV[1] then
      redis.call("HDEL", KEYS[i], entries[j])
      redis.call("DEL", record)
      table.insert(ids, entries[j])
    end
  end
  table.insert(revoked, ids)
end
return revoked`);
const renameScript = defineScript(`
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return "not_found" end
redis.call("HSET", KEYS[2], "name", ARGV[2])
return "done"`);
const recordUseScript = defineScript(`${recordUse}
return recordUse(KEYS[1], ARGV[1], ARGV[2], ARGV[3])`);

/** The store of passkeys, a part of the user store. Every method rejects while Redis is unavailable. */
export function createPasskeyStore(redis: RedisClient) {
  async function findPasskey(id: string): Promise<Passkey | undefined> {
    return parsePasskey(await redis.hgetall(userKeys.passkey(id)));
  }

  return {
    /** The passkey with an id (see `passkeyIdOf`). */
    findPasskey,

    /** The credential ids of a user's passkeys, in the order of the passkey ids. */
    async listCredentialIds(userId: string): Promise<string[]> {
      return sortCredentialIds(await redis.hgetall(userKeys.passkeysOf(userId)));
    },

    /** A user's passkeys, oldest first. */
    async listPasskeys(userId: string): Promise<Passkey[]> {
      const ids = await redis.hkeys(userKeys.passkeysOf(userId));
      const passkeys = await Promise.all(ids.map(findPasskey));
      return passkeys
        .filter((passkey) => passkey !== undefined)
        .toSorted((a, b) => a.createdAt - b.createdAt);
    },

    /** Adds a passkey to an existing account that is not disabled and has fewer than `maxPasskeys`. */
    async addPasskey(
      passkey: Passkey,
      maxPasskeys: number,
    ): Promise<"done" | "no_user" | "disabled" | "credential_taken" | "limit_reached"> {
      const { user, passkey: passkeyKey, passkeysOf } = userKeys;
      const keys = [user(passkey.userId), passkeyKey(passkey.id), passkeysOf(passkey.userId)];
      return (await addScript(redis, keys, [toJsonFields(passkey), maxPasskeys])) as "done";
    },

    /**
     * Deletes a passkey of a user, unless it is the last one, and revokes the sessions that were created with it; with
     * `revokeKeys`, also the API keys and signing keys that these sessions created.
     */
    async deletePasskey(
      userId: string,
      passkeyId: string,
      { revokeKeys }: { revokeKeys: boolean } = { revokeKeys: false },
    ): Promise<RevokedKeys | "last_passkey" | "not_found"> {
      const { passkeysOf, passkey } = userKeys;
      const kinds = revokeKeys ? secretKeys : [];
      const keys = [
        ...[passkeysOf(userId), passkey(passkeyId), sessionKeys.sessionsOf(userId)],
        ...kinds.map(({ ofOwner }) => ofOwner(userId)),
      ];
      const prefixes = [sessionKeys.session(""), ...kinds.map(({ record }) => record(""))];
      const outcome = await deleteScript(redis, keys, [passkeyId, ...prefixes]);
      if (outcome === "last_passkey" || outcome === "not_found") return outcome;
      const [apiKeyIds = [], signingKeyIds = []] = outcome as string[][];
      return { apiKeyIds, signingKeyIds };
    },

    /** Renames a passkey of a user. */
    async renamePasskey(userId: string, passkeyId: string, name: string): Promise<"done" | "not_found"> {
      const keys = [userKeys.passkeysOf(userId), userKeys.passkey(passkeyId)];
      return (await renameScript(redis, keys, [passkeyId, name])) as "done";
    },

    /**
     * Records a login with a passkey at the time `at` (epoch ms). `counter`: the signature counter has not increased
     * (WebAuthn level 3, clause 7.2, step 22), so the passkey may have been copied. Of two concurrent logins with the same
     * counter, one gets this result.
     */
    async recordPasskeyUse(
      id: string,
      { counter, backedUp, at }: PasskeyUse,
    ): Promise<"done" | "counter" | "not_found"> {
      const key = userKeys.passkey(id);
      return (await recordUseScript(redis, [key], [counter, String(backedUp), at])) as "done";
    },
  };
}

/** The credential ids in the values of a hash of passkey ids, in the order of the passkey ids. */
export function sortCredentialIds(credentialIds: Readonly<Record<string, string>>): string[] {
  return Object.keys(credentialIds)
    .toSorted()
    .map((id) => credentialIds[id] ?? "");
}

/** The passkey id of a credential id: 32 characters of its SHA-256, base64url. */
export function passkeyIdOf(credentialId: string): string {
  return createHash("sha256").update(credentialId).digest("base64url").slice(0, 32);
}

/** The names of the fields of a `Passkey`. */
export const passkeyFields = [
  "id",
  "credentialId",
  "userId",
  "name",
  "publicKey",
  "counter",
  "deviceType",
  "backedUp",
  "createdAt",
  "lastUsedAt",
] as const satisfies readonly (keyof Passkey)[];

/** The passkey in the fields of a record; undefined if there are none. */
export function parsePasskey(fields: Record<string, string>): Passkey | undefined {
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
    lastUsedAt: parseTime(lastUsedAt),
  };
}

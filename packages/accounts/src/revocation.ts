import { webhookKeys } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { recoveryKeys, sessionKeys, userKeys } from "./redis-keys.ts";
import { secretKeysOf, secretPrefixes } from "./secret-kinds.ts";

/** What was revoked: the ids. */
export interface Revoked {
  passkeyIds: string[];
  /** How many. */
  sessions: number;
  apiKeyIds: string[];
  signingKeyIds: string[];
  webhookIds: string[];
  /** How many. */
  recoveryCodes: number;
}

// Deletes a passkey with what its sessions have created, or everything that sessions have created since a
// time. Redis runs a script atomically: an account always keeps a passkey, and no session outlives its
// passkey. What an operator has created has no passkey, and is kept.
const revokeScript = defineScript(`
if args.id and redis.call("HEXISTS", keys.passkeysOf, args.id) == 0 then return "not_found" end
if args.id and redis.call("HLEN", keys.passkeysOf) == 1 then return "last_passkey" end

local passkeyIds = {}
for _, id in ipairs(redis.call("HKEYS", keys.passkeysOf)) do
  local createdAt = tonumber(redis.call("HGET", args.passkeyPrefix .. id, "createdAt") or 0)
  local isNew = args.since and createdAt >= args.since and id ~= args.keptPasskeyId
  if id == args.id or (isNew and redis.call("HLEN", keys.passkeysOf) > 1) then
    redis.call("HDEL", keys.passkeysOf, id)
    redis.call("DEL", args.passkeyPrefix .. id)
    table.insert(passkeyIds, id)
  end
end

local sessions = 0
for _, id in ipairs(redis.call("ZRANGE", keys.sessionsOf, 0, -1)) do
  local session = args.sessionPrefix .. id
  if not args.id or redis.call("HGET", session, "passkeyId") == args.id then
    redis.call("ZREM", keys.sessionsOf, id)
    sessions = sessions + redis.call("DEL", session)
  end
end
if not args.revokeKeys then return { passkeyIds, sessions, {}, {}, {}, 0 } end

local function isRevoked(passkeyId, createdAt)
  if args.id then return passkeyId == args.id end
  return passkeyId and tonumber(createdAt) >= args.since
end

local secretIds = { {}, {} }
for kind, key in ipairs(keys.secretsOf) do
  local entries = redis.call("HGETALL", key)
  for i = 1, #entries, 2 do
    local record = args.secretPrefixes[kind] .. entries[i + 1]
    if isRevoked(unpack(redis.call("HMGET", record, "passkeyId", "createdAt"))) then
      redis.call("HDEL", key, entries[i])
      redis.call("DEL", record)
      table.insert(secretIds[kind], entries[i])
    end
  end
end

local webhookIds, webhooks = {}, redis.call("HGETALL", keys.webhooks)
for i = 1, #webhooks, 2 do
  local webhook = cjson.decode(webhooks[i + 1])
  if isRevoked(webhook.passkeyId, webhook.createdAt) then
    redis.call("HDEL", keys.webhooks, webhooks[i])
    for _, prefix in ipairs(args.deliveryPrefixes) do
      redis.call("DEL", prefix .. webhooks[i])
      redis.call("SREM", keys.dataKeys, prefix .. webhooks[i])
    end
    table.insert(webhookIds, webhooks[i])
  end
end

local recoveryCodes = 0
if isRevoked(unpack(redis.call("HMGET", keys.user, "codesPasskeyId", "codesCreatedAt"))) then
  recoveryCodes = redis.call("SCARD", keys.codes)
  redis.call("DEL", keys.codes)
end
return { passkeyIds, sessions, secretIds[1], secretIds[2], webhookIds, recoveryCodes }`);

/** What an account does about a passkey or a session that somebody else has used. Rejects without Redis. */
export function createRevocation(redis: RedisClient) {
  const keysOf = (userId: string) => ({
    user: userKeys.user(userId),
    dataKeys: userKeys.dataKeysOf(userId),
    sessionsOf: sessionKeys.sessionsOf(userId),
    passkeysOf: userKeys.passkeysOf(userId),
    secretsOf: secretKeysOf(userId),
    webhooks: webhookKeys.webhooksOf(userId),
    codes: recoveryKeys.codesOf(userId),
  });
  const prefixes = {
    passkeyPrefix: userKeys.passkey(""),
    sessionPrefix: sessionKeys.session(""),
    secretPrefixes,
    deliveryPrefixes: [webhookKeys.deliveriesOf(""), webhookKeys.deliveryTimesOf("")],
  };

  return {
    /**
     * Deletes a passkey of a user, unless it is the last one, and revokes its sessions. Also revokes the
     * keys, webhooks and recovery codes that these sessions created, unless `revokeKeys` is false.
     */
    async deletePasskey(
      userId: string,
      id: string,
      { revokeKeys }: { revokeKeys: boolean } = { revokeKeys: true },
    ): Promise<Revoked | "last_passkey" | "not_found"> {
      const outcome = await revokeScript(redis, keysOf(userId), { ...prefixes, id, revokeKeys });
      if (outcome === "last_passkey" || outcome === "not_found") return outcome;
      return parse(outcome);
    },

    /**
     * Revokes all sessions of a user, and keys, webhooks and recovery codes that sessions have created since
     * `since` (epoch ms). Deletes the passkeys that were added then, except for one.
     */
    async revokeSince(
      userId: string,
      { since, keptPasskeyId }: { since: number; keptPasskeyId: string },
    ): Promise<Revoked> {
      const args = { ...prefixes, since, keptPasskeyId, revokeKeys: true };
      return parse(await revokeScript(redis, keysOf(userId), args));
    },
  };
}

/** The result of a script. */
function parse(result: unknown): Revoked {
  const [passkeyIds, sessions, apiKeyIds, signingKeyIds, webhookIds, recoveryCodes] = result as [
    string[],
    number,
    string[],
    string[],
    string[],
    number,
  ];
  return { passkeyIds, sessions, apiKeyIds, signingKeyIds, webhookIds, recoveryCodes };
}

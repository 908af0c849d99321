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

// `isMatch` gets the passkey of the session that created something, and when. What an operator has created
// has no passkey, and is kept.
const functions = `
local function deletePasskey(id)
  redis.call("HDEL", keys.passkeysOf, id)
  redis.call("DEL", args.passkeyPrefix .. id)
end
local function revokeSessions(passkeyId)
  local count = 0
  for _, id in ipairs(redis.call("ZRANGE", keys.sessionsOf, 0, -1)) do
    local session = args.sessionPrefix .. id
    if not passkeyId or redis.call("HGET", session, "passkeyId") == passkeyId then
      redis.call("ZREM", keys.sessionsOf, id)
      count = count + redis.call("DEL", session)
    end
  end
  return count
end
local function revokeSecrets(isMatch, key, prefix)
  local ids, entries = {}, redis.call("HGETALL", key)
  for i = 1, #entries, 2 do
    local record = prefix .. entries[i + 1]
    if isMatch(unpack(redis.call("HMGET", record, "passkeyId", "createdAt"))) then
      redis.call("HDEL", key, entries[i])
      redis.call("DEL", record)
      table.insert(ids, entries[i])
    end
  end
  return ids
end
local function deleteWebhooks(isMatch)
  local ids, entries = {}, redis.call("HGETALL", keys.webhooks)
  for i = 1, #entries, 2 do
    local webhook = cjson.decode(entries[i + 1])
    if isMatch(webhook.passkeyId, webhook.createdAt) then
      redis.call("HDEL", keys.webhooks, entries[i])
      for _, prefix in ipairs(args.deliveryPrefixes) do
        redis.call("DEL", prefix .. entries[i])
        redis.call("SREM", keys.dataKeys, prefix .. entries[i])
      end
      table.insert(ids, entries[i])
    end
  end
  return ids
end
local function revokeRecoveryCodes(isMatch)
  if not isMatch(unpack(redis.call("HMGET", keys.user, "codesPasskeyId", "codesCreatedAt"))) then return 0 end
  local count = redis.call("SCARD", keys.codes)
  redis.call("DEL", keys.codes)
  return count
end
local function revokeCreated(isMatch, passkeyIds, sessions)
  local apiKeyIds = revokeSecrets(isMatch, keys.secretsOf[1], args.secretPrefixes[1])
  local signingKeyIds = revokeSecrets(isMatch, keys.secretsOf[2], args.secretPrefixes[2])
  return {
    passkeyIds, sessions, apiKeyIds, signingKeyIds, deleteWebhooks(isMatch), revokeRecoveryCodes(isMatch),
  }
end`;

// Redis runs a script atomically: an account always keeps a passkey, and no session outlives its passkey.
const deletePasskeyScript = defineScript(`${functions}
if redis.call("HEXISTS", keys.passkeysOf, args.id) == 0 then return "not_found" end
if redis.call("HLEN", keys.passkeysOf) == 1 then return "last_passkey" end
local function isMatch(passkeyId) return passkeyId == args.id end
deletePasskey(args.id)
local sessions = revokeSessions(args.id)
if not args.revokeKeys then return { { args.id }, sessions, {}, {}, {}, 0 } end
return revokeCreated(isMatch, { args.id }, sessions)`);
const revokeSinceScript = defineScript(`${functions}
local passkeyIds = {}
for _, id in ipairs(redis.call("HKEYS", keys.passkeysOf)) do
  local createdAt = tonumber(redis.call("HGET", args.passkeyPrefix .. id, "createdAt") or 0)
  if id ~= args.keptPasskeyId and createdAt >= args.since and redis.call("HLEN", keys.passkeysOf) > 1 then
    deletePasskey(id)
    table.insert(passkeyIds, id)
  end
end
local sessions = revokeSessions()
local function isMatch(passkeyId, createdAt) return passkeyId and tonumber(createdAt) >= args.since end
return revokeCreated(isMatch, passkeyIds, sessions)`);

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
     * Deletes a passkey of a user, unless it is the last one, and revokes its sessions. Also revokes the keys,
     * webhooks and recovery codes that these sessions created, unless `revokeKeys` is false.
     */
    async deletePasskey(
      userId: string,
      id: string,
      { revokeKeys }: { revokeKeys: boolean } = { revokeKeys: true },
    ): Promise<Revoked | "last_passkey" | "not_found"> {
      const outcome = await deletePasskeyScript(redis, keysOf(userId), { ...prefixes, id, revokeKeys });
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
      return parse(await revokeSinceScript(redis, keysOf(userId), { ...prefixes, since, keptPasskeyId }));
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

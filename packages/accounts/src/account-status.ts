import { imageDeletionRuns, renderKeys } from "@placard/contracts";
import { defineScript, type RedisClient, utcDay } from "@placard/runtime";
import { eventKeys, quotaKeys, recoveryKeys, sessionKeys, userKeys } from "./redis-keys.ts";
import { secretKeysOf, secretPrefixes } from "./secret-kinds.ts";
import { usageKeysOf } from "./usage.ts";

// Keys are marked in their own records, because a request with an API key reads nothing else. Redis runs a
// script atomically: no session or key is created between marking the account and its keys.
const disableScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_user" end
redis.call("HSETNX", keys.user, "disabledAt", args.at)
for _, id in ipairs(redis.call("ZRANGE", keys.sessionsOf, 0, -1)) do
  redis.call("DEL", args.sessionPrefix .. id)
end
redis.call("DEL", keys.sessionsOf)
for i, key in ipairs(keys.secretsOf) do
  for _, lookup in ipairs(redis.call("HVALS", key)) do
    local record = args.secretPrefixes[i] .. lookup
    if redis.call("EXISTS", record) == 1 then redis.call("HSET", record, "isDisabled", "true") end
  end
end
return "done"`);
const enableScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_user" end
redis.call("HDEL", keys.user, "disabledAt")
for i, key in ipairs(keys.secretsOf) do
  for _, lookup in ipairs(redis.call("HVALS", key)) do
    redis.call("HDEL", args.secretPrefixes[i] .. lookup, "isDisabled")
  end
end
return "done"`);

// One script deletes the account and adds the runs that delete its images, so neither can happen without the
// other. No crash, and no loss of Redis, leaves images behind.
const deleteScript = defineScript(`
local email = redis.call("HGET", keys.user, "email")
if not email then return "no_user" end
local function deleteRecords(prefix, ids)
  for _, id in ipairs(ids) do redis.call("DEL", prefix .. id) end
end
deleteRecords(args.emailPrefix, { email })
deleteRecords(args.passkeyPrefix, redis.call("HKEYS", keys.passkeysOf))
deleteRecords("", redis.call("SMEMBERS", keys.dataKeys))
deleteRecords(args.sessionPrefix, redis.call("ZRANGE", keys.sessionsOf, 0, -1))
for i, key in ipairs(keys.secretsOf) do deleteRecords(args.secretPrefixes[i], redis.call("HVALS", key)) end
deleteRecords("", keys.secretsOf)
deleteRecords("", keys.own)
redis.call("DEL", keys.user, keys.passkeysOf, keys.sessionsOf, keys.dataKeys)
for _, key in ipairs(keys.members) do redis.call("ZREM", key, args.id) end
for _, run in ipairs(args.imageDeletionRuns) do redis.call("ZADD", keys.imageDeletions, run.dueAt, run.entry) end
return "done"`);

const keysOf = (userId: string) => ({
  user: userKeys.user(userId),
  sessionsOf: sessionKeys.sessionsOf(userId),
  secretsOf: secretKeysOf(userId),
});
const prefixes = { sessionPrefix: sessionKeys.session(""), secretPrefixes };

/**
 * Disables an account at the time `at` (epoch ms), atomically and at every gateway. Revokes its sessions,
 * rejects its keys, and refuses new sessions, passkeys and keys. Its images are kept. Rejects while Redis is
 * unavailable.
 */
export async function disableAccount(
  redis: RedisClient,
  userId: string,
  at: number,
): Promise<"done" | "no_user"> {
  return (await disableScript(redis, keysOf(userId), { at, ...prefixes })) as "done";
}

/** Enables a disabled account and its keys, atomically. Its sessions stay revoked. */
export async function enableAccount(redis: RedisClient, userId: string): Promise<"done" | "no_user"> {
  return (await enableScript(redis, keysOf(userId), { secretPrefixes })) as "done";
}

/**
 * Deletes an account at the time `at` (epoch ms), with all that is stored for it, also by features
 * (`accountKeysOf`). Atomic at every gateway. Renderers then delete its objects in storage. Rejects while
 * Redis is unavailable.
 */
export async function deleteAccount(
  redis: RedisClient,
  userId: string,
  at: number,
): Promise<"done" | "no_user"> {
  const usage = usageKeysOf(userId, at);
  const keys = {
    ...keysOf(userId),
    passkeysOf: userKeys.passkeysOf(userId),
    dataKeys: userKeys.dataKeysOf(userId),
    own: [
      eventKeys.eventsOf(userId),
      recoveryKeys.codesOf(userId),
      recoveryKeys.issuedCodeOf(userId),
      quotaKeys.renders(utcDay(at), userId),
      quotaKeys.visitorRenders(utcDay(at), userId),
      quotaKeys.reached(utcDay(at), userId),
      ...usage.own,
    ],
    members: [userKeys.users, renderKeys.turns, ...usage.shared],
    imageDeletions: renderKeys.imageDeletions,
  };
  return (await deleteScript(redis, keys, {
    id: userId,
    emailPrefix: userKeys.email(""),
    passkeyPrefix: userKeys.passkey(""),
    ...prefixes,
    imageDeletionRuns: imageDeletionRuns(userId, at),
  })) as "done";
}

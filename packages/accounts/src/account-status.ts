import { defineScript, type RedisScript, type RedisClient } from "@placard/runtime";
import { sessionKeys, siteKeys, userKeys } from "./redis-keys.ts";
import { secretKeys } from "./secret-kinds.ts";

// Keys are marked in their own records, because these are all that a request with an API key reads; so are sites. Redis runs a script
// atomically: no session or key is created between the mark of the account and those of its keys. `ARGV[i]` is the prefix of
// the records that `KEYS[i]` lists; the time is the last argument.
const disableScript = defineScript(`
if redis.call("EXISTS", KEYS[1]) == 0 then return "no_user" end
redis.call("HSETNX", KEYS[1], "disabledAt", ARGV[#ARGV])
for _, id in ipairs(redis.call("ZRANGE", KEYS[2], 0, -1)) do redis.call("DEL", ARGV[2] .. id) end
redis.call("DEL", KEYS[2])
for _, id in ipairs(redis.call("ZRANGE", KEYS[3], 0, -1)) do
  redis.call("HSET", ARGV[3] .. id, "isDisabled", "true")
end
for i = 4, #KEYS do
  for _, lookup in ipairs(redis.call("HVALS", KEYS[i])) do
    local record = ARGV[i] .. lookup
    if redis.call("EXISTS", record) == 1 then redis.call("HSET", record, "isDisabled", "true") end
  end
end
return "done"`);
const enableScript = defineScript(`
if redis.call("EXISTS", KEYS[1]) == 0 then return "no_user" end
redis.call("HDEL", KEYS[1], "disabledAt")
for _, id in ipairs(redis.call("ZRANGE", KEYS[3], 0, -1)) do redis.call("HDEL", ARGV[3] .. id, "isDisabled") end
for i = 4, #KEYS do
  for _, lookup in ipairs(redis.call("HVALS", KEYS[i])) do redis.call("HDEL", ARGV[i] .. lookup, "isDisabled") end
end
return "done"`);

/**
 * Disables an account at the time `at` (epoch ms), atomically and at every gateway: revokes its sessions, rejects its API
 * keys and signing keys and the links of its sites, and refuses new sessions, passkeys and keys. Its images are kept. Rejects while Redis is
 * unavailable.
 */
export async function disableAccount(
  redis: RedisClient,
  userId: string,
  at: number,
): Promise<"done" | "no_user"> {
  return runForAccount(redis, disableScript, userId, [at]);
}

/** Enables a disabled account and its keys, atomically. Its sessions stay revoked. Rejects while Redis is unavailable. */
export async function enableAccount(redis: RedisClient, userId: string): Promise<"done" | "no_user"> {
  return runForAccount(redis, enableScript, userId, []);
}

/** Runs a script with the keys of an account, and the prefixes of the records that they list. */
async function runForAccount(
  redis: RedisClient,
  script: RedisScript,
  userId: string,
  args: readonly number[],
): Promise<"done" | "no_user"> {
  const keys = [
    userKeys.user(userId),
    sessionKeys.sessionsOf(userId),
    siteKeys.sitesOf(userId),
    ...secretKeys.map(({ ofOwner }) => ofOwner(userId)),
  ];
  const prefixes = [
    userKeys.user(""),
    sessionKeys.session(""),
    siteKeys.site(""),
    ...secretKeys.map(({ record }) => record("")),
  ];
  return (await script(redis, keys, [...prefixes, ...args])) as "done";
}

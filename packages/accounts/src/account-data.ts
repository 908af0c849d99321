import type { RedisClient } from "@placard/runtime";
import { operatorAccountKey, userKeys } from "./redis-keys.ts";

/** The keys that `accountFunctions` use. Pass them as keys of the script. */
export const accountKeysOf = (accountId: string) => ({
  user: userKeys.user(accountId),
  operatorAccount: operatorAccountKey,
  dataKeys: userKeys.dataKeysOf(accountId),
});

/**
 * Lua functions for scripts that store data of an account. `addDataKey` registers a Redis key, which is then
 * deleted with the account. So no feature takes part in the deletion.
 */
export const accountFunctions = `
local function hasAccount(accountId)
  return redis.call("EXISTS", keys.user) == 1 or redis.call("GET", keys.operatorAccount) == accountId
end
local function isDisabled() return redis.call("HEXISTS", keys.user, "disabledAt") == 1 end
local function addDataKey(key) redis.call("SADD", keys.dataKeys, key) end
local function removeDataKey(key) redis.call("SREM", keys.dataKeys, key) end`;

/** Whether an account is disabled. Rejects while Redis is unavailable. */
export async function isAccountDisabled(redis: RedisClient, accountId: string): Promise<boolean> {
  return (await redis.hexists(userKeys.user(accountId), "disabledAt")) === 1;
}

import type { RedisClient } from "@placard/runtime";
import { userKeys } from "./redis-keys.ts";

/**
 * The keys of scripts that store data of an account. An account exists while its key `user` exists. The keys
 * in the set `dataKeys` are deleted with the account, so no feature takes part in the deletion.
 */
export const accountKeysOf = (accountId: string) => ({
  user: userKeys.user(accountId),
  dataKeys: userKeys.dataKeysOf(accountId),
});

/** Whether an account is disabled. Rejects while Redis is unavailable. */
export async function isAccountDisabled(redis: RedisClient, accountId: string): Promise<boolean> {
  return (await redis.hexists(userKeys.user(accountId), "disabledAt")) === 1;
}

import { sessionKeys } from "./redis-keys.ts";

/** The keys that `revokeFunction` uses: the sessions of a user. */
export const sessionKeysOf = (userId: string) => ({
  sessionsOf: sessionKeys.sessionsOf(userId),
  byLastUse: sessionKeys.byLastUse(userId),
});

/** Lua: revokes a session of a user. Returns whether it existed. */
export const revokeFunction = `
local function revokeSession(id)
  redis.call("ZREM", keys.sessionsOf, id)
  redis.call("ZREM", keys.byLastUse, id)
  return redis.call("DEL", "${sessionKeys.session("")}" .. id) == 1
end`;

import { sessionKeys } from "./redis-keys.ts";

/** The keys that `revokeFunction` uses: the sessions of a user. */
export const sessionKeysOf = (userId: string) => ({
  sessionsOf: sessionKeys.sessionsOf(userId),
  byLastUse: sessionKeys.byLastUse(userId),
});

/**
 * Lua: `revokeSession` revokes a session of a user and returns whether it existed. `revokeSessions` revokes
 * all that match, or all of them, and returns their number.
 */
export const revokeFunction = `
local function revokeSession(id)
  redis.call("ZREM", keys.sessionsOf, id)
  redis.call("ZREM", keys.byLastUse, id)
  return redis.call("DEL", "${sessionKeys.session("")}" .. id) == 1
end
local function revokeSessions(isMatch)
  local count = 0
  for _, id in ipairs(redis.call("ZRANGE", keys.sessionsOf, 0, -1)) do
    if (not isMatch or isMatch(id)) and revokeSession(id) then count = count + 1 end
  end
  return count
end`;

import { defineScript, type RedisClient } from "@placard/runtime";
import { accountDisabled } from "./account-errors.ts";
import { CeremonyError } from "./ceremony-error.ts";
import { storedUserAgent, type ClientInfo } from "./client-info.ts";
import { toFields, toMinute } from "./redis-fields.ts";
import { sessionKeys, userKeys } from "./redis-keys.ts";
import type { Assertion } from "./assertion.ts";
import { recordUse } from "./passkey-store.ts";
import { createSessionStore, type Session } from "./session-store.ts";
import { createSessionTokens } from "./session-tokens.ts";
import type { User } from "./user-store.ts";

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  createId: () => string;
  /** At least 32 bytes each. The first one signs tokens; all of them verify. */
  secrets: readonly string[];
  /** The `iss` of tokens. */
  issuer: string;
  ttlSeconds: number;
  /** The limit on the active sessions of one user. */
  maxPerAccount: number;
}

// Redis runs a script atomically, so concurrent logins at several gateways never exceed the limit, and no session outlives
// its passkey. The set of a user's sessions never expires before its last session, even if gateways differ in SESSION_TTL.
// A user of a version without the list of users is added to it.
//
// At the limit, an index in the order of last use avoids reading all sessions at each login. It is not updated when a session
// is used or revoked: its times are lower bounds, so the first entry whose time is that of its session is the session that was
// used longest ago. It is created again if it does not have as many entries as there are sessions.
const createScript = defineScript(`${recordUse}
local now, expiresAt, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local prefix, id, userId = ARGV[4], ARGV[5], ARGV[6]
local function index()
  redis.call("DEL", KEYS[6])
  for _, other in ipairs(redis.call("ZRANGE", KEYS[1], 0, -1)) do
    local times = redis.call("HMGET", prefix .. other, "lastSeenAt", "createdAt")
    if times[1] and times[2] then redis.call("ZADD", KEYS[6], times[1], times[2] .. other)
    else redis.call("ZREM", KEYS[1], other) end
  end
end
local function revokeLeastRecentlyUsed(revoked)
  while redis.call("ZCARD", KEYS[1]) >= max do
    if redis.call("ZCARD", KEYS[6]) ~= redis.call("ZCARD", KEYS[1]) then
      index()
    else
      local entry = redis.call("ZRANGE", KEYS[6], 0, 0, "WITHSCORES")
      local other = string.sub(entry[1], #ARGV[1] + 1)
      local seen = redis.call("HGET", prefix .. other, "lastSeenAt")
      if seen and tonumber(seen) > tonumber(entry[2]) then
        redis.call("ZADD", KEYS[6], seen, entry[1])
      else
        redis.call("ZREM", KEYS[6], entry[1])
        redis.call("ZREM", KEYS[1], other)
        if redis.call("DEL", prefix .. other) == 1 then table.insert(revoked, other) end
      end
    end
  end
end
if ARGV[8] ~= "" then
  local outcome = recordUse(KEYS[3], ARGV[8], ARGV[9], ARGV[1])
  if outcome ~= "done" then return outcome end
end
local passkeyCreatedAt = redis.call("HGET", KEYS[3], "createdAt")
if not passkeyCreatedAt or redis.call("EXISTS", KEYS[4]) == 0 then return "no_passkey" end
if redis.call("HEXISTS", KEYS[4], "disabledAt") == 1 then return "disabled" end
if not redis.call("ZSCORE", KEYS[5], userId) then
  redis.call("HSETNX", KEYS[4], "createdAt", passkeyCreatedAt)
  redis.call("ZADD", KEYS[5], redis.call("HGET", KEYS[4], "createdAt"), userId)
end
redis.call("ZREMRANGEBYSCORE", KEYS[1], 0, now)
local revoked = {}
if redis.call("ZCARD", KEYS[1]) < max then
  redis.call("DEL", KEYS[6])
else
  revokeLeastRecentlyUsed(revoked)
  redis.call("ZADD", KEYS[6], ARGV[7], ARGV[1] .. id)
  redis.call("PEXPIRE", KEYS[6], 60000)
end
redis.call("HSET", KEYS[2], unpack(ARGV, 10))
redis.call("PEXPIREAT", KEYS[2], ARGV[2])
redis.call("ZADD", KEYS[1], ARGV[2], id)
if redis.call("PTTL", KEYS[1]) < expiresAt - now then redis.call("PEXPIREAT", KEYS[1], ARGV[2]) end
return revoked`);

/**
 * The store of sessions, and the tokens that name them. A token is accepted only while its session exists, so revoking a
 * session takes effect immediately. Methods that read or write sessions reject while Redis is unavailable.
 */
export function createSessions({ redis, now, createId, secrets, issuer, ttlSeconds, maxPerAccount }: Deps) {
  const store = createSessionStore({ redis, now });
  const { signToken, verifyToken } = createSessionTokens({ now, secrets, issuer });

  return {
    ...store,

    /**
     * Creates a session for a user who has signed in with a passkey, and stores the client that signed in, so that the user
     * can recognize the session. If the user has the maximum number of sessions, those that were used longest ago are revoked:
     * `revokedIds`. `assertion` is what the passkey has signed if it existed before: its use is recorded as `recordPasskeyUse` does,
     * in the same step. Throws CeremonyError if the counter has not increased or the passkey has been deleted, or AppError
     * `forbidden` if the account is disabled.
     */
    async createSession(
      user: User,
      passkeyId: string,
      client?: ClientInfo,
      assertion?: Assertion,
    ): Promise<{ session: Session; revokedIds: string[] }> {
      const createdAt = now();
      const expiresAt = createdAt + 1000 * ttlSeconds;
      const session = {
        id: createId(),
        user,
        passkeyId,
        createdAt,
        authenticatedAt: createdAt,
        expiresAt,
        lastSeenAt: toMinute(createdAt),
        userAgent: storedUserAgent(client?.userAgent),
        address: client?.address,
      };
      const records = [
        sessionKeys.sessionsOf(user.id),
        sessionKeys.session(session.id),
        userKeys.passkey(passkeyId),
        userKeys.user(user.id),
        userKeys.users,
        sessionKeys.byLastUse(user.id),
      ];
      const outcome = await createScript(redis, records, [
        createdAt,
        expiresAt,
        maxPerAccount,
        sessionKeys.session(""),
        session.id,
        user.id,
        session.lastSeenAt,
        assertion?.counter ?? "",
        String(assertion?.backedUp),
        ...Object.entries(toFields({ ...session, user: undefined, userId: user.id })).flat(),
      ]);
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "counter") throw new CeremonyError("counter", user.id);
      if (outcome === "no_passkey" || outcome === "not_found")
        throw new CeremonyError("unknown_credential", user.id);
      return { session, revokedIds: outcome as string[] };
    },

    signToken,

    /** The session of a token; undefined if the token is invalid or its session has expired or been revoked. */
    async authenticate(token: string): Promise<Session | undefined> {
      const claims = verifyToken(token);
      return claims && store.findSession(claims.sessionId, claims.userId);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

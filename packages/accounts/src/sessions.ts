import { randomUUID } from "node:crypto";
import { defineScript } from "@placard/runtime";
import { accountDisabled } from "./account-errors.ts";
import type { AccountOptions } from "./account-options.ts";
import type { Assertion } from "./assertion.ts";
import { CeremonyError } from "./ceremony-error.ts";
import { storedUserAgent, type ClientInfo } from "./client-info.ts";
import { recordUseFunction } from "./passkey-store.ts";
import { toFields } from "./redis-fields.ts";
import { sessionKeys, userKeys } from "./redis-keys.ts";
import { createIdleRule } from "./session-idle.ts";
import { revokeFunction, sessionKeysOf } from "./session-scripts.ts";
import { createSessionStore, type Session } from "./session-store.ts";
import { createSessionTokens } from "./session-tokens.ts";
import type { User } from "./user-store.ts";

type Options = Pick<
  AccountOptions,
  "redis" | "now" | "tokenSecrets" | "tokenIssuer" | "sessionTtlSeconds" | "sessionIdleSeconds"
> & { limits: Pick<AccountOptions["limits"], "sessions"> };

// Scripts are atomic: concurrent logins at several gateways never exceed the limit, and no session outlives
// its passkey. The sets of a user's sessions never expire before its last session, even if gateways differ in
// SESSION_TTL.
const createScript = defineScript(`${recordUseFunction}${revokeFunction}
if args.assertion then
  local outcome = recordUse(keys.passkey, args.assertion, args.now)
  if outcome ~= "done" then return outcome end
end
if redis.call("EXISTS", keys.passkey) == 0 or redis.call("EXISTS", keys.user) == 0 then return "no_passkey" end
if redis.call("HEXISTS", keys.user, "disabledAt") == 1 then return "disabled" end
for _, id in ipairs(redis.call("ZRANGEBYSCORE", keys.sessionsOf, 0, args.now)) do revokeSession(id) end
local revoked = {}
while redis.call("ZCARD", keys.byLastUse) >= args.max do
  local id = redis.call("ZRANGE", keys.byLastUse, 0, 0)[1]
  if revokeSession(id) then table.insert(revoked, id) end
end
redis.call("HSET", keys.session, unpack(args.session))
redis.call("PEXPIREAT", keys.session, args.expiresAt)
redis.call("ZADD", keys.sessionsOf, args.expiresAt, args.id)
redis.call("ZADD", keys.byLastUse, args.now, args.id)
if redis.call("PTTL", keys.sessionsOf) < args.expiresAt - args.now then
  redis.call("PEXPIREAT", keys.sessionsOf, args.expiresAt)
  redis.call("PEXPIREAT", keys.byLastUse, args.expiresAt)
end
return revoked`);

/**
 * The store of sessions, and the tokens that name them. A token is accepted only while its session exists, so
 * revoking a session takes effect immediately. Methods that read or write sessions reject while Redis is
 * unavailable.
 */
export function createSessions(options: Options) {
  const { redis, now, sessionTtlSeconds, limits } = options;
  const store = createSessionStore(options);
  const idleRule = createIdleRule(options.sessionIdleSeconds);
  const { signToken, verifyToken } = createSessionTokens(options);

  return {
    ...store,

    /**
     * Creates a session for a user who has signed in with a passkey. Stores the client, by which the user
     * recognizes it. Past the maximum number, the sessions that were used longest ago are revoked:
     * `revokedIds`. `assertion` is what an older passkey has signed: the same step records its use like
     * `recordPasskeyUse`. Throws CeremonyError if the counter has not increased or the passkey was deleted,
     * or AppError `forbidden` for a disabled account.
     */
    async createSession(
      user: User,
      passkeyId: string,
      client?: ClientInfo,
      assertion?: Assertion,
    ): Promise<{ session: Session; revokedIds: string[] }> {
      const createdAt = now();
      const expiresAt = createdAt + 1000 * sessionTtlSeconds;
      const session = {
        id: randomUUID(),
        user,
        passkeyId,
        createdAt,
        authenticatedAt: createdAt,
        expiresAt,
        lastSeenAt: idleRule.startOfStep(createdAt),
        userAgent: storedUserAgent(client?.userAgent),
        address: client?.address,
      };
      const keys = {
        ...sessionKeysOf(user.id),
        session: sessionKeys.session(session.id),
        passkey: userKeys.passkey(passkeyId),
        user: userKeys.user(user.id),
      };
      const outcome = await createScript(redis, keys, {
        id: session.id,
        session: toFields({ ...session, user: undefined, userId: user.id }),
        expiresAt,
        assertion,
        max: limits.sessions,
        now: createdAt,
      });
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "counter") throw new CeremonyError("counter", user.id);
      if (outcome === "no_passkey") throw new CeremonyError("unknown_credential", user.id);
      return { session, revokedIds: outcome as string[] };
    },

    signToken,

    /**
     * The session of a token; undefined if the token is invalid, or the session has expired or is revoked.
     */
    async authenticate(token: string): Promise<Session | undefined> {
      const claims = verifyToken(token);
      return claims && store.findSession(claims.sessionId, claims.userId);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

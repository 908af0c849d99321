import { randomUUID } from "node:crypto";
import { defineScript } from "@placard/runtime";
import { accountDisabled } from "./account-errors.ts";
import type { AccountOptions } from "./account-options.ts";
import { CeremonyError } from "./ceremony-error.ts";
import { storedUserAgent, type ClientInfo } from "./client-info.ts";
import { toFields } from "./redis-fields.ts";
import { sessionKeys, userKeys } from "./redis-keys.ts";
import { createIdleRule } from "./session-idle.ts";
import { createSessionStore, type Session } from "./session-store.ts";
import { createSessionTokens } from "./session-tokens.ts";
import type { User } from "./user-store.ts";

type Options = Pick<
  AccountOptions,
  "redis" | "now" | "tokenSecrets" | "tokenIssuer" | "sessionTtlSeconds" | "sessionIdleSeconds"
> & { limits: Pick<AccountOptions["limits"], "sessions"> };

// Scripts are atomic: concurrent logins at several gateways never exceed the limit, and no session outlives
// its passkey. The set of a user's sessions never expires before its last session, even if gateways differ in
// SESSION_TTL.
const createScript = defineScript(`
if redis.call("EXISTS", keys.passkey) == 0 or redis.call("EXISTS", keys.user) == 0 then return "no_passkey" end
if redis.call("HEXISTS", keys.user, "disabledAt") == 1 then return "disabled" end
local revoked = {}
while redis.call("ZCARD", keys.sessionsOf) >= args.max do
  local id = redis.call("ZPOPMIN", keys.sessionsOf)[1]
  if redis.call("DEL", args.sessionPrefix .. id) == 1 then table.insert(revoked, id) end
end
redis.call("HSET", keys.session, unpack(args.session))
redis.call("PEXPIREAT", keys.session, args.expiresAt)
redis.call("ZADD", keys.sessionsOf, args.now, args.id)
if redis.call("PTTL", keys.sessionsOf) < args.expiresAt - args.now then
  redis.call("PEXPIREAT", keys.sessionsOf, args.expiresAt)
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
     * `revokedIds`. Until then, expired sessions count as well. Throws CeremonyError if the passkey was
     * deleted, or AppError `forbidden` for a disabled account.
     */
    async createSession(
      user: User,
      passkeyId: string,
      client?: ClientInfo,
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
        sessionsOf: sessionKeys.sessionsOf(user.id),
        session: sessionKeys.session(session.id),
        passkey: userKeys.passkey(passkeyId),
        user: userKeys.user(user.id),
      };
      const outcome = await createScript(redis, keys, {
        id: session.id,
        session: toFields({ ...session, user: undefined, userId: user.id }),
        sessionPrefix: sessionKeys.session(""),
        expiresAt,
        max: limits.sessions,
        now: createdAt,
      });
      if (outcome === "disabled") throw accountDisabled();
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

import { createSecretKey, type KeyObject } from "node:crypto";
import { throwPipelineError, type RedisClient } from "@placard/runtime";
import jwt from "jsonwebtoken";
import { accountDisabled } from "./account-disabled.ts";
import { CeremonyError } from "./ceremony-error.ts";
import { parseTime, setExistingField, toFields, toMinute } from "./redis-fields.ts";
import { sessionKeys, userKeys } from "./redis-keys.ts";
import { parseUser, type User } from "./user-store.ts";

/** A login of a user that has neither expired nor been revoked. Times are epoch ms. */
export interface Session {
  id: string;
  user: User;
  /** The passkey that the session was created with. Undefined for sessions of versions that did not store it. */
  passkeyId: string | undefined;
  createdAt: number;
  /** When the user was last authenticated with a passkey: at first when the session was created. */
  authenticatedAt: number;
  expiresAt: number;
  /** Rounded down to the minute. */
  lastSeenAt: number;
}

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

const audience = "placard";
const maxTokenLength = 2_048;

// Redis runs a script atomically, so concurrent logins at several gateways never exceed the limit, and no session outlives
// its passkey. The set of a user's sessions never expires before its last session, even if gateways differ in SESSION_TTL.
// A user of a version without the list of users is added to it.
const createScript = `
local now, expiresAt, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local prefix, id, userId = ARGV[4], ARGV[5], ARGV[6]
local passkeyCreatedAt = redis.call("HGET", KEYS[3], "createdAt")
if not passkeyCreatedAt or redis.call("EXISTS", KEYS[4]) == 0 then return "no_passkey" end
if redis.call("HEXISTS", KEYS[4], "disabledAt") == 1 then return "disabled" end
if not redis.call("ZSCORE", KEYS[5], userId) then
  redis.call("HSETNX", KEYS[4], "createdAt", passkeyCreatedAt)
  redis.call("ZADD", KEYS[5], redis.call("HGET", KEYS[4], "createdAt"), userId)
end
redis.call("ZREMRANGEBYSCORE", KEYS[1], 0, now)
local active = {}
for _, other in ipairs(redis.call("ZRANGE", KEYS[1], 0, -1)) do
  local times = redis.call("HMGET", prefix .. other, "lastSeenAt", "createdAt")
  if times[1] and times[2] then
    table.insert(active, { id = other, seen = tonumber(times[1]), created = tonumber(times[2]) })
  else
    redis.call("ZREM", KEYS[1], other)
  end
end
table.sort(active, function(a, b)
  if a.seen ~= b.seen then return a.seen < b.seen end
  if a.created ~= b.created then return a.created < b.created end
  return a.id < b.id
end)
local revoked = {}
for i = 1, #active - max + 1 do
  redis.call("ZREM", KEYS[1], active[i].id)
  redis.call("DEL", prefix .. active[i].id)
  table.insert(revoked, active[i].id)
end
redis.call("HSET", KEYS[2], unpack(ARGV, 7))
redis.call("PEXPIREAT", KEYS[2], ARGV[2])
redis.call("ZADD", KEYS[1], ARGV[2], id)
if redis.call("PTTL", KEYS[1]) < expiresAt - now then redis.call("PEXPIREAT", KEYS[1], ARGV[2]) end
return revoked`;
const recordAuthenticationScript = `
if redis.call("EXISTS", KEYS[1]) == 0 then return "no_session" end
if redis.call("EXISTS", KEYS[2]) == 0 then return "no_passkey" end
redis.call("HSET", KEYS[1], "authenticatedAt", ARGV[1])
return "done"`;
const revokeOthersScript = `
local count = 0
for _, id in ipairs(redis.call("ZRANGE", KEYS[1], 0, -1)) do
  if id ~= ARGV[2] then
    redis.call("ZREM", KEYS[1], id)
    count = count + redis.call("DEL", ARGV[1] .. id)
  end
end
return count`;

/**
 * The store of sessions, and the tokens that name them. A token is accepted only while its session exists, so revoking a
 * session takes effect immediately. Methods that read or write sessions reject while Redis is unavailable.
 */
export function createSessions({ redis, now, createId, secrets, issuer, ttlSeconds, maxPerAccount }: Deps) {
  // From a string, jsonwebtoken would create a KeyObject at every call, which takes 50 times as long as the signature.
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)));

  /** A session of a user. The user is read as well, so that every session shows the current name and email address. */
  async function findSession(id: string, userId: string): Promise<Session | undefined> {
    const [fields, userFields] = await Promise.all([
      redis.hgetall(sessionKeys.session(id)),
      redis.hgetall(userKeys.user(userId)),
    ]);
    const user = parseUser(userFields);
    const session = user && parse(fields, user);
    return session && session.expiresAt > now() ? session : undefined;
  }

  return {
    /**
     * Creates a session for a user who has signed in with a passkey. If the user has the maximum number of sessions, those
     * that were used longest ago are revoked: `revokedIds`. Throws CeremonyError if the passkey has been deleted, or AppError
     * `forbidden` if the account is disabled.
     */
    async createSession(user: User, passkeyId: string): Promise<{ session: Session; revokedIds: string[] }> {
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
      };
      const outcome = await redis.eval(
        createScript,
        5,
        sessionKeys.sessionsOf(user.id),
        sessionKeys.session(session.id),
        userKeys.passkey(passkeyId),
        userKeys.user(user.id),
        userKeys.users,
        createdAt,
        expiresAt,
        maxPerAccount,
        sessionKeys.session(""),
        session.id,
        user.id,
        ...Object.entries(toFields({ ...session, user: undefined, userId: user.id })).flat(),
      );
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "no_passkey") throw new CeremonyError("unknown_credential", user.id);
      return { session, revokedIds: outcome as string[] };
    },

    /** The token of a session: a JWT (RFC 7519), HS256. */
    signToken({ id, user, createdAt, expiresAt }: Session): string {
      const toSeconds = (time: number) => Math.floor(time / 1000);
      const claims = { sid: id, iat: toSeconds(createdAt), exp: toSeconds(expiresAt) };
      return jwt.sign(claims, keys[0] as KeyObject, {
        algorithm: "HS256",
        issuer,
        audience,
        subject: user.id,
      });
    },

    /** The session of a token; undefined if the token is invalid or its session has expired or been revoked. */
    async authenticate(token: string): Promise<Session | undefined> {
      const claims = token.length <= maxTokenLength ? verify(token) : undefined;
      if (typeof claims?.["sid"] !== "string" || claims.sub === undefined) return undefined;
      return findSession(claims["sid"], claims.sub);
    },

    /** Records that a session was used, at most once a minute. */
    async touch({ id, lastSeenAt }: Session): Promise<void> {
      const minute = toMinute(now());
      if (minute !== lastSeenAt)
        await redis.eval(setExistingField, 1, sessionKeys.session(id), "lastSeenAt", String(minute));
    },

    /**
     * Records that the user of a session has been authenticated again with a passkey, and returns the session. Throws
     * CeremonyError if the session has been revoked or the passkey has been deleted in the meantime.
     */
    async recordAuthentication(session: Session, passkeyId: string): Promise<Session> {
      const authenticatedAt = now();
      const records = [sessionKeys.session(session.id), userKeys.passkey(passkeyId)];
      const outcome = await redis.eval(recordAuthenticationScript, 2, ...records, authenticatedAt);
      if (outcome !== "done") {
        const reason = outcome === "no_session" ? "session" : "unknown_credential";
        throw new CeremonyError(reason, session.user.id);
      }
      return { ...session, authenticatedAt };
    },

    /** A user's sessions, newest first. */
    async listSessions(userId: string): Promise<Session[]> {
      const ids = await redis.zrange(sessionKeys.sessionsOf(userId), 0, "-1");
      const sessions = await Promise.all(ids.map((id) => findSession(id, userId)));
      return sessions
        .filter((session) => session !== undefined)
        .toSorted((a, b) => b.createdAt - a.createdAt);
    },

    /** Revokes a session of a user immediately, at every gateway. Returns false if the user has no such session. */
    async revokeSession(userId: string, id: string): Promise<boolean> {
      if ((await redis.zscore(sessionKeys.sessionsOf(userId), id)) === null) return false;
      const replies = await redis
        .multi()
        .zrem(sessionKeys.sessionsOf(userId), id)
        .del(sessionKeys.session(id))
        .exec();
      throwPipelineError(replies);
      return replies?.[0]?.[1] === 1; // 0 if another request has revoked it in the meantime
    },

    /** Revokes all sessions of a user but one, immediately, at every gateway. Returns how many it has revoked. */
    async revokeOtherSessions(userId: string, currentId: string): Promise<number> {
      const key = sessionKeys.sessionsOf(userId);
      return (await redis.eval(revokeOthersScript, 1, key, sessionKeys.session(""), currentId)) as number;
    },
  };

  function verify(token: string): jwt.JwtPayload | undefined {
    const clockTimestamp = Math.floor(now() / 1000);
    for (const key of keys) {
      try {
        const claims = jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience, clockTimestamp });
        if (typeof claims === "object") return claims;
      } catch {
        // signed with another secret, or invalid: the caller rejects both in the same way
      }
    }
    return undefined;
  }
}
export type Sessions = ReturnType<typeof createSessions>;

/** The session in the fields of a record; undefined if there are none, or if it is a session of another user. */
function parse(fields: Record<string, string>, user: User): Session | undefined {
  const { id, userId, passkeyId, createdAt, authenticatedAt, expiresAt, lastSeenAt } = fields;
  if (!id || userId !== user.id) return undefined;
  return {
    id,
    user,
    passkeyId,
    createdAt: Number(createdAt),
    authenticatedAt: parseTime(authenticatedAt) ?? Number(createdAt), // versions that did not store it had no re-authentication
    expiresAt: Number(expiresAt),
    lastSeenAt: parseTime(lastSeenAt) ?? 0,
  };
}

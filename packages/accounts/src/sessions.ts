import { createSecretKey, type KeyObject } from "node:crypto";
import { throwPipelineError, type RedisClient } from "@placard/runtime";
import jwt from "jsonwebtoken";
import { parseTime, setExistingField, toFields, toMinute } from "./redis-fields.ts";
import { sessionKeys } from "./redis-keys.ts";
import type { User } from "./user-store.ts";

/** A login of a user that has neither expired nor been revoked. Times are epoch ms. */
export interface Session {
  id: string;
  user: User;
  createdAt: number;
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
}

const audience = "placard";
const maxTokenLength = 2_048;

/**
 * The store of sessions, and the tokens that name them. A token is accepted only while its session exists, so revoking a
 * session takes effect immediately. Methods that read or write sessions reject while Redis is unavailable.
 */
export function createSessions({ redis, now, createId, secrets, issuer, ttlSeconds }: Deps) {
  // From a string, jsonwebtoken would create a KeyObject at every call, which takes 50 times as long as the signature.
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)));

  async function findSession(id: string): Promise<Session | undefined> {
    const session = parse(await redis.hgetall(sessionKeys.session(id)));
    return session && session.expiresAt > now() ? session : undefined;
  }

  return {
    /** Creates a session for a user. */
    async createSession(user: User): Promise<Session> {
      const createdAt = now();
      const expiresAt = createdAt + 1000 * ttlSeconds;
      const session = { id: createId(), user, createdAt, expiresAt, lastSeenAt: toMinute(createdAt) };
      const { id: userId, email, name } = user;
      const replies = await redis
        .multi()
        .hset(sessionKeys.session(session.id), toFields({ ...session, user: undefined, userId, email, name }))
        .pexpireat(sessionKeys.session(session.id), expiresAt)
        .zadd(sessionKeys.sessionsOf(userId), expiresAt, session.id)
        .zremrangebyscore(sessionKeys.sessionsOf(userId), 0, createdAt)
        .pexpire(sessionKeys.sessionsOf(userId), 1000 * ttlSeconds)
        .exec();
      throwPipelineError(replies);
      return session;
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
      if (typeof claims?.["sid"] !== "string") return undefined;
      const session = await findSession(claims["sid"]);
      return session?.user.id === claims.sub ? session : undefined;
    },

    /** Records that a session was used, at most once a minute. */
    async touch({ id, lastSeenAt }: Session): Promise<void> {
      const minute = toMinute(now());
      if (minute !== lastSeenAt)
        await redis.eval(setExistingField, 1, sessionKeys.session(id), "lastSeenAt", String(minute));
    },

    /** A user's sessions, newest first. */
    async listSessions(userId: string): Promise<Session[]> {
      const ids = await redis.zrange(sessionKeys.sessionsOf(userId), 0, "-1");
      const sessions = await Promise.all(ids.map(findSession));
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

function parse(fields: Record<string, string>): Session | undefined {
  const { id, userId, email, name, createdAt, expiresAt, lastSeenAt } = fields;
  if (!id || !userId || email === undefined || name === undefined) return undefined;
  return {
    id,
    user: { id: userId, email, name },
    createdAt: Number(createdAt),
    expiresAt: Number(expiresAt),
    lastSeenAt: parseTime(lastSeenAt) ?? 0,
  };
}

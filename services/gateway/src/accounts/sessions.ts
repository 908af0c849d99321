import { createSecretKey, type KeyObject } from "node:crypto";
import { throwPipelineError, type RedisClient } from "@placard/runtime";
import jwt from "jsonwebtoken";
import { sessionKeys } from "./account-keys.ts";
import { minuteOf, timeOf, toFields, touchScript } from "./redis-records.ts";
import type { User } from "./users.ts";

/** One sign-in of a user. Times are epoch ms. */
export interface Session {
  id: string;
  user: User;
  createdAt: number;
  expiresAt: number;
  /** To the minute. */
  lastSeenAt: number;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  newId: () => string;
  /** At least 32 bytes each: the first signs, all verify. */
  secrets: readonly string[];
  /** The token's `iss`. */
  issuer: string;
  ttlSeconds: number;
}

const audience = "placard";
const longestToken = 2_048;

/**
 * Sessions and the tokens that name them. A token alone opens nothing: its session has to be there. Every method
 * rejects where Redis is out of reach.
 */
export function createSessions({ redis, now, newId, secrets, issuer, ttlSeconds }: Deps) {
  // As KeyObjects: with strings jsonwebtoken makes a key of them anew each time, which costs fifty times the signature.
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)));

  async function find(id: string): Promise<Session | undefined> {
    const found = parse(await redis.hgetall(sessionKeys.record(id)));
    return found && found.expiresAt > now() ? found : undefined;
  }

  return {
    /** Begins a session. */
    async begin(user: User): Promise<Session> {
      const createdAt = now();
      const expiresAt = createdAt + 1000 * ttlSeconds;
      const session: Session = { id: newId(), user, createdAt, expiresAt, lastSeenAt: minuteOf(createdAt) };
      const { id, email, name } = user;
      const replies = await redis
        .multi()
        .hset(
          sessionKeys.record(session.id),
          toFields({ ...session, user: undefined, userId: id, email, name }),
        )
        .pexpireat(sessionKeys.record(session.id), expiresAt)
        .zadd(sessionKeys.ofUser(id), expiresAt, session.id)
        .zremrangebyscore(sessionKeys.ofUser(id), 0, createdAt)
        .pexpire(sessionKeys.ofUser(id), 1000 * ttlSeconds)
        .exec();
      throwPipelineError(replies);
      return session;
    },

    /** The token that names a session: a JWT (RFC 7519), HS256. */
    sign({ id, user, createdAt, expiresAt }: Session): string {
      const seconds = (time: number) => Math.floor(time / 1000);
      const claims = { sid: id, iat: seconds(createdAt), exp: seconds(expiresAt) };
      return jwt.sign(claims, keys[0] as KeyObject, {
        algorithm: "HS256",
        issuer,
        audience,
        subject: user.id,
      });
    },

    /** The session that a token names, if the token is ours and the session is there still. */
    async authenticate(token: string): Promise<Session | undefined> {
      const claims = token.length <= longestToken ? verify(token) : undefined;
      if (typeof claims?.["sid"] !== "string") return undefined;
      const session = await find(claims["sid"]);
      return session?.user.id === claims.sub ? session : undefined;
    },

    /** Notes that a session was used, to the minute. */
    async touch({ id, lastSeenAt }: Session): Promise<void> {
      const minute = minuteOf(now());
      if (minute !== lastSeenAt)
        await redis.eval(touchScript, 1, sessionKeys.record(id), "lastSeenAt", String(minute));
    },

    /** A user's sessions, the newest first. */
    async list(userId: string): Promise<Session[]> {
      const found = await Promise.all((await redis.zrange(sessionKeys.ofUser(userId), 0, "-1")).map(find));
      return found.filter((session) => session !== undefined).toSorted((a, b) => b.createdAt - a.createdAt);
    },

    /** Ends a session of a user, at once and everywhere. False where the user has no such session. */
    async end(userId: string, id: string): Promise<boolean> {
      if ((await redis.zscore(sessionKeys.ofUser(userId), id)) === null) return false;
      const replies = await redis
        .multi()
        .del(sessionKeys.record(id))
        .zrem(sessionKeys.ofUser(userId), id)
        .exec();
      throwPipelineError(replies);
      return true;
    },
  };

  function verify(token: string): jwt.JwtPayload | undefined {
    const clockTimestamp = Math.floor(now() / 1000);
    for (const key of keys) {
      try {
        const claims = jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience, clockTimestamp });
        if (typeof claims === "object") return claims;
      } catch {
        // not by this secret, or not ours at all: the caller is told the same either way
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
    lastSeenAt: timeOf(lastSeenAt) ?? 0,
  };
}

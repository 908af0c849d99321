import { defineScript } from "@placard/runtime";
import type { AccountOptions } from "./account-options.ts";
import { CeremonyError } from "./ceremony-error.ts";
import { parseTime } from "./redis-fields.ts";
import { sessionKeys, userKeys } from "./redis-keys.ts";
import { createIdleRule } from "./session-idle.ts";
import { readUser, type User } from "./user-store.ts";

/** A login of a user that has neither expired nor been revoked. Times are epoch ms. */
export interface Session {
  readonly id: string;
  readonly user: Readonly<User>;
  /** The passkey that the session was created with. */
  passkeyId: string;
  createdAt: number;
  /** When the user was last authenticated with a passkey: at first when the session was created. */
  authenticatedAt: number;
  expiresAt: number;
  /** Rounded down to the minute, or less if sessions end soon when they are not used. */
  lastSeenAt: number;
  /** The client that signed in: the first 256 characters of its `User-Agent`. Undefined if unknown. */
  userAgent: string | undefined;
  /** The address of the client that signed in; for IPv6, its /64 network. Undefined if unknown. */
  address: string | undefined;
}

const touchScript = defineScript(`
if redis.call("EXISTS", keys.session) == 0 then return end
redis.call("HSET", keys.session, "lastSeenAt", args.lastSeenAt)
redis.call("ZADD", keys.sessionsOf, "XX", args.now, args.id)`);

const recordAuthenticationScript = defineScript(`
if redis.call("EXISTS", keys.session) == 0 then return "session" end
if redis.call("EXISTS", keys.passkey) == 0 then return "unknown_credential" end
redis.call("HSET", keys.session, "authenticatedAt", args.at)
return "done"`);

/** The store of existing sessions, used by `createSessions`. Every method rejects without Redis. */
export function createSessionStore({
  redis,
  now,
  sessionIdleSeconds,
}: Pick<AccountOptions, "redis" | "now" | "sessionIdleSeconds">) {
  const idleRule = createIdleRule(sessionIdleSeconds);

  async function findSession(id: string, userId: string): Promise<Session | undefined> {
    const [fields, user] = await Promise.all([
      redis.hgetall(sessionKeys.session(id)),
      readUser(redis, userId),
    ]);
    const session = user && parse(fields, user);
    if (!session || session.expiresAt <= now()) return undefined;
    return idleRule.isIdle(session.lastSeenAt, now()) ? undefined : session;
  }

  async function revokeSession(userId: string, id: string): Promise<boolean> {
    const sessionsOf = sessionKeys.sessionsOf(userId);
    if ((await redis.zscore(sessionsOf, id)) === null) return false;
    const deleted = await redis.del(sessionKeys.session(id));
    await redis.zrem(sessionsOf, id);
    return deleted === 1; // 0 if it was revoked or has expired
  }

  return {
    /**
     * The session of a user with an ID; undefined if there is none, it has expired, or was unused for too
     * long. The user is read as well: every session shows the current name and email address.
     */
    findSession,

    /** Records that a session was used, at most once a minute, or more often if sessions end soon. */
    async touch({ id, user, lastSeenAt: recorded }: Session): Promise<void> {
      const time = now();
      const lastSeenAt = idleRule.startOfStep(time);
      if (lastSeenAt === recorded) return;
      const keys = { session: sessionKeys.session(id), sessionsOf: sessionKeys.sessionsOf(user.id) };
      await touchScript(redis, keys, { id, lastSeenAt, now: time });
    },

    /**
     * Records that the user of a session has been authenticated again with a passkey, and returns the
     * session. Throws CeremonyError if the session has been revoked or the passkey has been deleted.
     */
    async recordAuthentication(session: Session, passkeyId: string): Promise<Session> {
      const authenticatedAt = now();
      const keys = { session: sessionKeys.session(session.id), passkey: userKeys.passkey(passkeyId) };
      const outcome = (await recordAuthenticationScript(redis, keys, { at: authenticatedAt })) as
        "done" | "session" | "unknown_credential";
      if (outcome !== "done") throw new CeremonyError(outcome, session.user.id);
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

    /** Revokes a session of a user immediately, at every gateway. Returns false if there is none. */
    revokeSession,

    /** Revokes all sessions of a user but one, immediately, at every gateway. Returns their number. */
    async revokeOtherSessions(userId: string, currentId: string): Promise<number> {
      const ids = await redis.zrange(sessionKeys.sessionsOf(userId), 0, "-1");
      const others = ids.filter((id) => id !== currentId);
      const revoked = await Promise.all(others.map((id) => revokeSession(userId, id)));
      return revoked.filter(Boolean).length;
    },
  };
}

/** The session in the fields of a record; undefined if there are none, or if the user is another one. */
function parse(fields: Readonly<Record<string, string>>, user: User): Session | undefined {
  const { id, userId, passkeyId, createdAt, authenticatedAt, expiresAt, lastSeenAt, userAgent, address } =
    fields;
  if (id === undefined || passkeyId === undefined || userId !== user.id) return undefined;
  return {
    id,
    user,
    passkeyId,
    createdAt: Number(createdAt),
    authenticatedAt: parseTime(authenticatedAt) ?? 0,
    expiresAt: Number(expiresAt),
    lastSeenAt: parseTime(lastSeenAt) ?? 0,
    userAgent,
    address,
  };
}

import { createBatch, defineScript, throwPipelineError, type RedisClient } from "@placard/runtime";
import { LRUCache } from "lru-cache";
import { CeremonyError } from "./ceremony-error.ts";
import {
  fromValues,
  parseTime,
  readFields,
  setExistingField,
  toMinute,
  type FieldValues,
} from "./redis-fields.ts";
import { sessionKeys, userKeys } from "./redis-keys.ts";
import { parseUser, userFields, type User } from "./user-store.ts";

/** A login of a user that has neither expired nor been revoked. Times are epoch ms. */
export interface Session {
  readonly id: string;
  readonly user: Readonly<User>;
  /** The passkey that the session was created with. Undefined for sessions of versions that did not store it. */
  passkeyId: string | undefined;
  createdAt: number;
  /** When the user was last authenticated with a passkey: at first when the session was created. */
  authenticatedAt: number;
  expiresAt: number;
  /** Rounded down to the minute. */
  lastSeenAt: number;
  /** The client that signed in: the first 256 characters of its `User-Agent`. Undefined if unknown. */
  userAgent: string | undefined;
  /** The address of the client that signed in; for IPv6, its /64 network. Undefined if unknown. */
  address: string | undefined;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
}

/** The names of the fields of a stored `Session`. */
const sessionFields = [
  "id",
  "userId",
  "passkeyId",
  "createdAt",
  "authenticatedAt",
  "expiresAt",
  "lastSeenAt",
  "userAgent",
  "address",
] as const;

// Every request with a session runs this, with the keys of a session and its user for each request. A record of JSON is parsed faster
// than one of many strings, and is compared with the one before.
const findScript = defineScript(`
local records = {}
for i = 1, #KEYS, 2 do
  records[#records + 1] = cjson.encode({ ${readFields("KEYS[i]", sessionFields)}, ${readFields("KEYS[i + 1]", userFields)} })
end
return records`);

/** Sessions that are read at once. The script blocks Redis for 0.5 ms at most. */
const maxReadAtOnce = 100;

/** Sessions whose record is known, so that it is parsed only after a change. */
const maxParsedSessions = 10_000;
const recordAuthenticationScript = defineScript(`
if redis.call("EXISTS", KEYS[1]) == 0 then return "no_session" end
if redis.call("EXISTS", KEYS[2]) == 0 then return "no_passkey" end
redis.call("HSET", KEYS[1], "authenticatedAt", ARGV[1])
return "done"`);
const revokeOthersScript = defineScript(`
local count = 0
for _, id in ipairs(redis.call("ZRANGE", KEYS[1], 0, -1)) do
  if id ~= ARGV[2] then
    redis.call("ZREM", KEYS[1], id)
    count = count + redis.call("DEL", ARGV[1] .. id)
  end
end
return count`);

/** The store of existing sessions, a part of `createSessions`. Every method rejects while Redis is unavailable. */
export function createSessionStore({ redis, now }: Deps) {
  const parsed = new LRUCache<string, { record: string; session: Session }>({
    max: maxParsedSessions,
  });
  const readRecord = createBatch(maxReadAtOnce, async (keys: readonly (readonly [string, string])[]) => {
    return (await findScript(redis, keys.flat())) as string[];
  });

  function findSession(id: string, userId: string): Promise<Session | undefined> {
    return new Promise((resolve, reject) => {
      readRecord([sessionKeys.session(id), userKeys.user(userId)], (error, record) => {
        if (record === undefined) {
          reject(error);
          return;
        }
        const session = parseOnce(id, record);
        resolve(session && session.expiresAt > now() ? session : undefined);
      });
    });
  }

  /** The session in a record: the same object as long as the record has not changed. */
  function parseOnce(id: string, record: string): Session | undefined {
    const known = parsed.get(id);
    if (known?.record === record) return known.session;
    const session = parseRecord(record);
    if (session) parsed.set(id, { record, session });
    return session;
  }

  return {
    /**
     * The session of a user with an id; undefined if there is none, or it has expired. The user is read as well, so that
     * every session shows the current name and email address.
     */
    findSession,

    /** Records that a session was used, at most once a minute. */
    async touch({ id, lastSeenAt }: Session): Promise<void> {
      const minute = toMinute(now());
      if (minute !== lastSeenAt)
        await setExistingField(redis, [sessionKeys.session(id)], ["lastSeenAt", minute]);
    },

    /**
     * Records that the user of a session has been authenticated again with a passkey, and returns the session. Throws
     * CeremonyError if the session has been revoked or the passkey has been deleted in the meantime.
     */
    async recordAuthentication(session: Session, passkeyId: string): Promise<Session> {
      const authenticatedAt = now();
      const records = [sessionKeys.session(session.id), userKeys.passkey(passkeyId)];
      const outcome = await recordAuthenticationScript(redis, records, [authenticatedAt]);
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
      return (await revokeOthersScript(redis, [key], [sessionKeys.session(""), currentId])) as number;
    },
  };
}

/** The session in a reply of `findScript`; undefined if there is none. */
function parseRecord(record: string): Session | undefined {
  const [fields, fieldsOfUser] = JSON.parse(record) as [FieldValues, FieldValues];
  const user = parseUser(fromValues(userFields, fieldsOfUser));
  return user && parse(fromValues(sessionFields, fields), user);
}

/** The session in the fields of a record; undefined if there are none, or if it is a session of another user. */
function parse(fields: Record<string, string>, user: User): Session | undefined {
  const { id, userId, passkeyId, createdAt, authenticatedAt, expiresAt, lastSeenAt, userAgent, address } =
    fields;
  if (!id || userId !== user.id) return undefined;
  return {
    id,
    user,
    passkeyId,
    createdAt: Number(createdAt),
    authenticatedAt: parseTime(authenticatedAt) ?? Number(createdAt), // versions that did not store it had no re-authentication
    expiresAt: Number(expiresAt),
    lastSeenAt: parseTime(lastSeenAt) ?? 0,
    userAgent,
    address,
  };
}

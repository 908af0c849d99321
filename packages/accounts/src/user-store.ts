import { defineScript, type RedisClient } from "@placard/runtime";
import {
  createPasskeyStore,
  parsePasskey,
  passkeyFields,
  sortCredentialIds,
  type Passkey,
} from "./passkey-store.ts";
import { fromValues, parseTime, readFields, toJsonFields, type FieldValues } from "./redis-fields.ts";
import { invitationKeys, userKeys } from "./redis-keys.ts";

/** A person with an account. */
export interface User {
  /** The account id: 16 random bytes, base64url. Also the user handle of the user's passkeys. */
  id: string;
  /** In lower case. */
  email: string;
  name: string;
}

/** Everything that is stored about a user. Times are epoch ms. */
export interface UserRecord extends User {
  createdAt: number;
  /** Whether the user has proved to receive mail at the email address. */
  emailVerified: boolean;
  /** When the operator disabled the account; undefined if it is enabled. */
  disabledAt: number | undefined;
}

/** The members of a user that can be changed. */
export type UserChanges = Partial<Pick<User, "name" | "email">>;

/** The names of the fields of a `User`. */
export const userFields = ["id", "email", "name"] as const satisfies readonly (keyof User)[];

// Redis runs a script atomically: after a crash, an account exists with its first passkey or not at all.
const createScript = defineScript(`
if KEYS[6] and redis.call("EXISTS", KEYS[6]) == 0 then return "no_invitation" end
if redis.call("EXISTS", KEYS[1]) == 1 then return "email_taken" end
if redis.call("EXISTS", KEYS[3]) == 1 then return "credential_taken" end
local user, passkey = cjson.decode(ARGV[1]), cjson.decode(ARGV[2])
redis.call("SET", KEYS[1], user.id)
for name, value in pairs(user) do redis.call("HSET", KEYS[2], name, value) end
for name, value in pairs(passkey) do redis.call("HSET", KEYS[3], name, value) end
redis.call("HSET", KEYS[4], passkey.id, passkey.credentialId)
redis.call("ZADD", KEYS[5], user.createdAt, user.id)
if KEYS[6] then
  redis.call("DEL", KEYS[6])
  redis.call("ZREM", KEYS[7], ARGV[3])
end
return "done"`);
// The old email address is freed and the new one is taken in one step, so that every address has at most one account, and
// every account has one address.
const updateScript = defineScript(`
local changes = cjson.decode(ARGV[1])
local user = redis.call("HMGET", KEYS[1], "id", "email", "name")
if not user[1] then return "no_user" end
local changed = {}
if changes.email and changes.email ~= user[2] then
  if redis.call("EXISTS", KEYS[2]) == 1 then return "email_taken" end
  redis.call("DEL", ARGV[2] .. user[2])
  redis.call("SET", KEYS[2], user[1])
  redis.call("HSET", KEYS[1], "email", changes.email, "emailVerified", "false")
  table.insert(changed, "email")
end
if changes.name and changes.name ~= user[3] then
  redis.call("HSET", KEYS[1], "name", changes.name)
  table.insert(changed, "name")
end
return changed`);

// These two read a record and the records that it names in one round trip. The commands of the first are the same for all email
// addresses. A reply of JSON is parsed faster than one of many strings.
const findCredentialIdsScript = defineScript(`
local userId = redis.call("GET", KEYS[1])
local credentialIds = redis.call("HGETALL", ARGV[1] .. (userId or ""))
return userId and credentialIds`);
const findPasskeyAndUserScript = defineScript(`
local passkey = ${readFields("KEYS[1]", passkeyFields)}
local user = ${readFields("ARGV[1] .. (passkey[3] or '')", userFields)}
return cjson.encode({ passkey, user })`);

/** The store of users and passkeys. Every method rejects while Redis is unavailable. */
export function createUserStore(redis: RedisClient) {
  const passkeys = createPasskeyStore(redis);

  async function findUserRecord(userId: string): Promise<UserRecord | undefined> {
    const fields = await redis.hgetall(userKeys.user(userId));
    const user = parseUser(fields);
    return (
      user && {
        ...user,
        createdAt: parseTime(fields["createdAt"]) ?? (await findFirstUse(userId)),
        emailVerified: fields["emailVerified"] === "true",
        disabledAt: parseTime(fields["disabledAt"]),
      }
    );
  }

  /** The age of a user of a version that did not store it: that of the oldest passkey (epoch ms). */
  async function findFirstUse(userId: string): Promise<number> {
    const [oldest] = await passkeys.listPasskeys(userId);
    return oldest?.createdAt ?? 0;
  }

  return {
    ...passkeys,

    /** The id of the user with a lower-case email address. */
    async findUserId(email: string): Promise<string | undefined> {
      return (await redis.get(userKeys.email(email))) ?? undefined;
    },

    /** The credential ids of the user with a lower-case email address; undefined if there is none. */
    async findCredentialIds(email: string): Promise<string[] | undefined> {
      const keys = [userKeys.email(email)];
      const entries = (await findCredentialIdsScript(redis, keys, [userKeys.passkeysOf("")])) as
        string[] | null;
      if (entries === null) return undefined;
      const pairs = entries.flatMap((id, i) => (i % 2 === 0 ? [[id, entries[i + 1] ?? ""]] : []));
      return sortCredentialIds(Object.fromEntries(pairs) as Record<string, string>);
    },

    /** The passkey with an id (see `passkeyIdOf`), and its user, if there are any. */
    async findPasskeyAndUser(id: string): Promise<{ passkey: Passkey | undefined; user: User | undefined }> {
      const reply = await findPasskeyAndUserScript(redis, [userKeys.passkey(id)], [userKeys.user("")]);
      const [passkey, user] = JSON.parse(reply as string) as [FieldValues, FieldValues];
      return {
        passkey: parsePasskey(fromValues(passkeyFields, passkey)),
        user: parseUser(fromValues(userFields, user)),
      };
    },

    /** The user with an id. */
    async findUser(userId: string): Promise<User | undefined> {
      return parseUser(await redis.hgetall(userKeys.user(userId)));
    },

    /** Everything that is stored about the user with an id. */
    findUserRecord,

    /** A page of all users, newest first. `offset` is the number of users before it. */
    async listUsers({ offset, count }: { offset: number; count: number }): Promise<UserRecord[]> {
      const ids = await redis.zrange(userKeys.users, offset, String(offset + count - 1), "REV");
      const records = await Promise.all(ids.map(findUserRecord));
      return records.filter((record) => record !== undefined);
    },

    /**
     * Creates a user with a first passkey, and consumes the invitation with this id, if one is given. The user is as old as
     * the passkey. Atomic: of two concurrent calls with one invitation, one gets `no_invitation`.
     */
    async createUser(
      user: User,
      passkey: Passkey,
      invitationId?: string,
    ): Promise<"done" | "no_invitation" | "email_taken" | "credential_taken"> {
      const { email, user: userKey, passkey: passkeyKey, passkeysOf, users } = userKeys;
      const { createdAt } = passkey;
      const record: UserRecord = { ...user, createdAt, emailVerified: false, disabledAt: undefined };
      const keys = [email(user.email), userKey(user.id), passkeyKey(passkey.id), passkeysOf(user.id), users];
      const values = [toJsonFields(record), toJsonFields(passkey)];
      if (invitationId !== undefined) {
        keys.push(invitationKeys.invitation(invitationId), invitationKeys.all);
        values.push(invitationId);
      }
      return (await createScript(redis, keys, values)) as "done";
    },

    /**
     * Changes a user's name, email address, or both, atomically. Returns the members that are different now. A new
     * email address is not verified. Sessions show the changes immediately.
     */
    async updateUser(
      userId: string,
      changes: UserChanges,
    ): Promise<(keyof UserChanges)[] | "no_user" | "email_taken"> {
      const keys = [userKeys.user(userId), userKeys.email(changes.email ?? "")];
      const json = JSON.stringify(changes);
      return (await updateScript(redis, keys, [json, userKeys.email("")])) as "no_user";
    },
  };
}
export type UserStore = ReturnType<typeof createUserStore>;

/** The user in the fields of a `UserRecord`; undefined if there are none. */
export function parseUser({ id, email, name }: Record<string, string>): User | undefined {
  return id === undefined || email === undefined || name === undefined ? undefined : { id, email, name };
}

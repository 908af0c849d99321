import { defineScript, type RedisClient } from "@placard/runtime";
import { createPasskeyStore, type Passkey } from "./passkey-store.ts";
import { parseTime, readFields, toFields } from "./redis-fields.ts";
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

export type UserChanges = { [Member in "name" | "email"]?: string | undefined };

// Redis runs a script atomically: after a crash, an account exists with its first passkey or not at all.
const createScript = defineScript(`
if keys.invitation and redis.call("EXISTS", keys.invitation) == 0 then return "no_invitation" end
if redis.call("EXISTS", keys.email) == 1 then return "email_taken" end
if redis.call("EXISTS", keys.passkey) == 1 then return "credential_taken" end
redis.call("SET", keys.email, args.id)
redis.call("HSET", keys.user, unpack(args.user))
redis.call("HSET", keys.passkey, unpack(args.passkey))
redis.call("HSET", keys.passkeysOf, args.passkeyId, args.credentialId)
redis.call("ZADD", keys.users, args.createdAt, args.id)
if keys.invitation then redis.call("DEL", keys.invitation) end
return "done"`);
// An email address never has two accounts.
const updateScript = defineScript(`
local user = redis.call("HMGET", keys.user, "id", "email", "name")
if not user[1] then return "no_user" end
local changed = {}
if args.email and args.email ~= user[2] then
  if redis.call("SET", args.emailPrefix .. args.email, user[1], "NX") == false then return "email_taken" end
  redis.call("DEL", args.emailPrefix .. user[2])
  redis.call("HSET", keys.user, "email", args.email, "emailVerified", "false")
  table.insert(changed, "email")
end
if args.name and args.name ~= user[3] then
  redis.call("HSET", keys.user, "name", args.name)
  table.insert(changed, "name")
end
return changed`);

/** The store of users and passkeys. Every method rejects while Redis is unavailable. */
export function createUserStore(redis: RedisClient) {
  const passkeys = createPasskeyStore(redis);

  const findUser = (userId: string): Promise<User | undefined> => readUser(redis, userId);

  async function findUserRecord(userId: string): Promise<UserRecord | undefined> {
    const { email, name, createdAt, emailVerified, disabledAt } = await redis.hgetall(userKeys.user(userId));
    if (email === undefined || name === undefined) return undefined;
    return {
      id: userId,
      email,
      name,
      createdAt: Number(createdAt),
      emailVerified: emailVerified === "true",
      disabledAt: parseTime(disabledAt),
    };
  }

  return {
    ...passkeys,

    /** The id of the user with a lower-case email address. */
    async findUserId(email: string): Promise<string | undefined> {
      return (await redis.get(userKeys.email(email))) ?? undefined;
    },

    /** The credential ids of the user with a lower-case email address; undefined if there is none. */
    async findCredentialIds(email: string): Promise<string[] | undefined> {
      const userId = await redis.get(userKeys.email(email));
      // The same commands for all email addresses, so that response times do not reveal whether the account
      // exists.
      const credentialIds = await passkeys.listCredentialIds(userId ?? "");
      return userId === null ? undefined : credentialIds;
    },

    /**
     * The passkey with an id (see `passkeyIdOf`), and its user, if there are any. The same commands for all
     * ids.
     */
    async findPasskeyAndUser(id: string): Promise<{ passkey: Passkey | undefined; user: User | undefined }> {
      const passkey = await passkeys.findPasskey(id);
      return { passkey, user: await findUser(passkey?.userId ?? "") };
    },

    findUser,

    /** Everything that is stored about the user with an id. */
    findUserRecord,

    /** A page of all users, newest first. `offset` is the number of users before it. */
    async listUsers({ offset, count }: { offset: number; count: number }): Promise<UserRecord[]> {
      const ids = await redis.zrange(userKeys.users, offset, String(offset + count - 1), "REV");
      const records = await Promise.all(ids.map(findUserRecord));
      return records.filter((record) => record !== undefined);
    },

    /**
     * Creates a user with a first passkey, and consumes the invitation with this id, if one is given. The
     * user is as old as the passkey. Atomic: of two concurrent calls with one invitation, one gets
     * `no_invitation`.
     */
    async createUser(
      user: User,
      passkey: Passkey,
      invitationId?: string,
    ): Promise<"done" | "no_invitation" | "email_taken" | "credential_taken"> {
      const { createdAt } = passkey;
      const record: UserRecord = { ...user, createdAt, emailVerified: false, disabledAt: undefined };
      const keys = {
        email: userKeys.email(user.email),
        user: userKeys.user(user.id),
        users: userKeys.users,
        passkey: userKeys.passkey(passkey.id),
        passkeysOf: userKeys.passkeysOf(user.id),
        ...(invitationId !== undefined && { invitation: invitationKeys.invitation(invitationId) }),
      };
      return (await createScript(redis, keys, {
        id: user.id,
        createdAt,
        user: toFields(record),
        passkeyId: passkey.id,
        credentialId: passkey.credentialId,
        passkey: toFields(passkey),
      })) as "done";
    },

    /**
     * Changes a user's name, email address, or both, atomically. Returns the members that are different now.
     * A new email address is not verified. Sessions show the changes immediately.
     */
    async updateUser(
      userId: string,
      changes: UserChanges,
    ): Promise<(keyof UserChanges)[] | "no_user" | "email_taken"> {
      const keys = { user: userKeys.user(userId) };
      const { name, email } = changes;
      return (await updateScript(redis, keys, { name, email, emailPrefix: userKeys.email("") })) as "no_user";
    },
  };
}
export type UserStore = ReturnType<typeof createUserStore>;

export async function readUser(redis: RedisClient, id: string): Promise<User | undefined> {
  const { email, name } = await readFields(redis, userKeys.user(id), ["email", "name"]);
  return email === undefined || name === undefined ? undefined : { id, email, name };
}

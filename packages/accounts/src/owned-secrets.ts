import { AppError } from "@placard/contracts";
import type { ApiKeyScope } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { RedisAndClock } from "./account-options.ts";
import { accountDisabled, limitReached } from "./account-errors.ts";
import { accountKeysOf } from "./account-data.ts";
import { parseTime, readFields, toFields, toMinute } from "./redis-fields.ts";
import { ownedSecretKeys, userKeys } from "./redis-keys.ts";
import { hashSecret } from "./secret-hash.ts";

/** A named secret that belongs to an account and can be revoked. Times are epoch ms. */
export interface OwnedSecret {
  id: string;
  /** The id of the account. */
  owner: string;
  name: string;
  /** The last four characters of the secret. */
  hint: string;
  /** Empty for kinds without scopes. */
  scopes: readonly ApiKeyScope[];
  /** The passkey of the session that created the secret. Undefined on the command line. */
  passkeyId: string | undefined;
  createdAt: number;
  /** Undefined if the secret does not expire. */
  expiresAt: number | undefined;
  /** Rounded down to the minute; undefined if the secret has not been used. */
  lastUsedAt: number | undefined;
}

/** What authenticates a request: a part of the record, because every field that is read takes time. */
export type FoundSecret = Pick<OwnedSecret, "id" | "owner" | "scopes" | "expiresAt" | "lastUsedAt">;

/** A secret with its text: just created, or of a kind that stores the text. */
export interface ReadableSecret extends OwnedSecret {
  secret: string;
}

/** A found secret of a kind that stores the text. */
export type ReadableFoundSecret = FoundSecret & Pick<ReadableSecret, "secret">;

/** How the secrets of one kind are generated, stored and looked up. */
export interface SecretKind {
  /** Part of the Redis keys, in the singular: "api-key". */
  name: string;
  /** For error messages, in the singular: "API key". */
  noun: string;
  /**
   * `hash`: only the SHA-256 of the secret is stored; callers present the secret. `plain`: the secret is
   * stored as it is, for signatures by HMAC; callers present its id.
   */
  storage: "hash" | "plain";
  /** The scopes that a secret can have, and that it has by default. */
  scopes: readonly ApiKeyScope[];
  createId: () => string;
  createSecret: () => string;
  /** Whether the text or id that a caller presents is well-formed. If not, it is never looked up. */
  isWellFormed: (presented: string) => boolean;
}

interface NewSecret {
  /** The id of the account. */
  owner: string;
  name: string;
  /** Epoch ms; without it the secret does not expire. */
  expiresAt?: number | undefined;
  /** All scopes of the kind by default. */
  scopes?: readonly ApiKeyScope[] | undefined;
  /** The passkey of the session that creates the secret. It must exist. */
  passkeyId?: string | undefined;
}

/** The secrets of one kind. Every method rejects while Redis is unavailable. */
export interface OwnedSecrets<Found extends FoundSecret = FoundSecret> {
  /**
   * Creates a secret. Its text is returned only by this call. Throws AppError `limit_reached` if the account
   * has `maxPerAccount` secrets of this kind, `forbidden` if it is disabled, or `unauthorized` if it or the
   * passkey does not exist. Redis deletes the secret when it expires.
   */
  create: (secret: NewSecret) => Promise<ReadableSecret>;
  /** The valid secret with a text or id; undefined if it is unknown, revoked, expired or disabled. */
  find: (presented: string) => Promise<Found | undefined>;
  /** Records that a secret was used, at most once a minute. */
  touch: (secret: FoundSecret) => Promise<void>;
  /** The secrets of an account, newest first. */
  list: (owner: string) => Promise<OwnedSecret[]>;
  /** Revokes a secret immediately, at every gateway. Returns false if the account does not have it. */
  revoke: (owner: string, id: string) => Promise<boolean>;
}

interface Deps extends RedisAndClock {
  kind: SecretKind;
  /** The limit on the secrets of one account. Without it there is none, as for operator commands. */
  maxPerAccount?: number | undefined;
}

// Redis runs a script atomically, so concurrent calls never exceed the limit. A deleted or disabled account
// gets no secret, nor does a session whose passkey was deleted. The script also deletes the entries of
// secrets whose records have expired.
const createScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_account" end
if redis.call("HEXISTS", keys.user, "disabledAt") == 1 then return "disabled" end
if keys.passkey and redis.call("EXISTS", keys.passkey) == 0 then return "no_account" end
local entries = redis.call("HGETALL", keys.ofOwner)
for i = 1, #entries, 2 do
  local isKept = redis.call("EXISTS", args.recordPrefix .. entries[i + 1]) == 1
  if not isKept then redis.call("HDEL", keys.ofOwner, entries[i]) end
end
if redis.call("HLEN", keys.ofOwner) >= args.max then return "limit_reached" end
redis.call("HSET", keys.record, unpack(args.secret))
if args.expiresAt then redis.call("PEXPIREAT", keys.record, args.expiresAt) end
redis.call("HSET", keys.ofOwner, args.id, args.lookup)
return "done"`);

// A late write cannot recreate part of a deleted record.
const touchScript = defineScript(`
if redis.call("EXISTS", keys.record) == 1 then redis.call("HSET", keys.record, "lastUsedAt", args.minute) end`);

/** Creates the store of the secrets of one kind. What `find` returns has a `secret` if the kind stores it. */
export function createOwnedSecrets<Found extends FoundSecret>({
  redis,
  now,
  kind,
  maxPerAccount = Number.MAX_SAFE_INTEGER,
}: Deps): OwnedSecrets<Found> {
  const keys = ownedSecretKeys(kind.name);

  return {
    async create({ owner, name, expiresAt, scopes = kind.scopes, passkeyId }) {
      const [id, secret] = [kind.createId(), kind.createSecret()];
      const lookup = kind.storage === "hash" ? hashSecret(secret) : id;
      const created = {
        id,
        owner,
        name,
        hint: secret.slice(-4),
        scopes: kind.scopes.filter((scope) => scopes.includes(scope)),
        passkeyId,
        createdAt: now(),
        expiresAt,
        lastUsedAt: undefined,
      };
      const scriptKeys = {
        ...accountKeysOf(owner),
        ofOwner: keys.ofOwner(owner),
        record: keys.record(lookup),
        ...(passkeyId !== undefined && { passkey: userKeys.passkey(passkeyId) }),
      };
      const outcome = await createScript(redis, scriptKeys, {
        id,
        secret: toFields({
          ...created,
          scopes: created.scopes.join(" "),
          secret: kind.storage === "plain" ? secret : undefined,
        }),
        lookup,
        recordPrefix: keys.record(""),
        expiresAt,
        max: maxPerAccount,
      });
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "limit_reached") throw limitReached(maxPerAccount, kind.noun, "Revoke");
      return { ...created, secret };
    },

    async find(presented) {
      if (!kind.isWellFormed(presented)) return undefined;
      const lookup = kind.storage === "hash" ? hashSecret(presented) : presented;
      const { isDisabled, secret, ...fields } = await readFields(redis, keys.record(lookup), foundFields);
      const found = parseFound(fields, kind);
      if (!found || isDisabled === "true") return undefined;
      if (found.expiresAt !== undefined && found.expiresAt <= now()) return undefined;
      if (kind.storage === "plain" && secret === undefined) return undefined;
      return (kind.storage === "plain" ? { ...found, secret } : found) as FoundSecret as Found;
    },

    async touch({ id, owner, lastUsedAt }) {
      const minute = toMinute(now());
      if (lastUsedAt === minute) return;
      const lookup = await redis.hget(keys.ofOwner(owner), id);
      if (lookup !== null) await touchScript(redis, { record: keys.record(lookup) }, { minute });
    },

    async list(owner) {
      const lookups = await redis.hvals(keys.ofOwner(owner));
      const records = await Promise.all(lookups.map((lookup) => redis.hgetall(keys.record(lookup))));
      const secrets = records.map((fields) => parse(fields, kind)).filter((secret) => secret !== undefined);
      return secrets.toSorted((a, b) => b.createdAt - a.createdAt);
    },

    async revoke(owner, id) {
      const lookup = await redis.hget(keys.ofOwner(owner), id);
      if (lookup === null) return false;
      const deleted = await redis.del(keys.record(lookup));
      await redis.hdel(keys.ofOwner(owner), id);
      return deleted === 1; // 0 if it was revoked or has expired
    },
  };
}

const foundFields = ["id", "owner", "scopes", "expiresAt", "lastUsedAt", "isDisabled", "secret"] as const;

/** The fields of a record. */
type Fields = Readonly<Partial<Record<string, string | undefined>>>;

function parseFound(
  { id, owner, scopes, expiresAt, lastUsedAt }: Fields,
  kind: SecretKind,
): FoundSecret | undefined {
  if (id === undefined || owner === undefined) return undefined;
  const granted = scopes?.split(" ") ?? [];
  return {
    id,
    owner,
    scopes: kind.scopes.filter((scope) => granted.includes(scope)),
    expiresAt: parseTime(expiresAt),
    lastUsedAt: parseTime(lastUsedAt),
  };
}

/** A stored record, without the text of the secret. */
function parse(fields: Fields, kind: SecretKind): OwnedSecret | undefined {
  const { name, hint, passkeyId, createdAt } = fields;
  const found = parseFound(fields, kind);
  if (!found || name === undefined || hint === undefined) return undefined;
  return { ...found, name, hint, passkeyId, createdAt: Number(createdAt) };
}

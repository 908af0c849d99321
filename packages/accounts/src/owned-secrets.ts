import { createHash } from "node:crypto";
import { throwPipelineError, type RedisClient } from "@placard/runtime";
import { parseTime, setExistingField, toFields, toMinute } from "./redis-fields.ts";
import { ownedSecretKeys } from "./redis-keys.ts";

/** A named secret that belongs to an account and can be revoked. Times are epoch ms. */
export interface OwnedSecret {
  id: string;
  /** The id of the account. */
  owner: string;
  name: string;
  /** The last four characters of the secret. */
  hint: string;
  createdAt: number;
  /** Undefined if the secret does not expire. */
  expiresAt: number | undefined;
  /** Rounded down to the minute; undefined if the secret has not been used. */
  lastUsedAt: number | undefined;
}

/** A secret with its text: just created, or of a kind that stores the text. */
export interface ReadableSecret extends OwnedSecret {
  secret: string;
}

/** How the secrets of one kind are generated, stored and looked up. */
export interface SecretKind {
  /** Part of the Redis keys, in the singular: "api-key". */
  name: string;
  /**
   * `hash`: only the SHA-256 of the secret is stored; callers present the secret. `plain`: the secret is stored as it is,
   * for signatures by HMAC; callers present its id.
   */
  storage: "hash" | "plain";
  createId: () => string;
  createSecret: () => string;
  /** Whether the text or id that a caller presents is well-formed. If not, it is rejected without a lookup. */
  isWellFormed: (presented: string) => boolean;
}

interface NewSecret {
  /** The id of the account. */
  owner: string;
  name: string;
  /** Epoch ms; without it the secret does not expire. */
  expiresAt?: number | undefined;
}

/** The secrets of one kind. Every method rejects while Redis is unavailable. */
export interface OwnedSecrets<Found extends OwnedSecret = OwnedSecret> {
  /** Creates a secret. Its text is returned only by this call. */
  create: (secret: NewSecret) => Promise<ReadableSecret>;
  /** The valid secret that a caller presents, by its text or its id; undefined if it is unknown, revoked or expired. */
  find: (presented: string) => Promise<Found | undefined>;
  /** Records that a secret was used, at most once a minute. */
  touch: (secret: OwnedSecret) => Promise<void>;
  /** The secrets of an account, including expired ones, newest first. */
  list: (owner: string) => Promise<OwnedSecret[]>;
  /** Revokes a secret immediately, at every gateway. Returns false if the account has no such secret. */
  revoke: (owner: string, id: string) => Promise<boolean>;
}

interface Deps<Kind extends SecretKind> {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  kind: Kind;
}

/** The store of one kind of secrets. */
export function createOwnedSecrets<const Kind extends SecretKind>({
  redis,
  now,
  kind,
}: Deps<Kind>): OwnedSecrets<Kind["storage"] extends "plain" ? ReadableSecret : OwnedSecret>;
export function createOwnedSecrets({ redis, now, kind }: Deps<SecretKind>): OwnedSecrets {
  const keys = ownedSecretKeys(kind.name);

  return {
    async create({ owner, name, expiresAt }) {
      const [id, secret] = [kind.createId(), kind.createSecret()];
      const lookup = kind.storage === "hash" ? sha256(secret) : id;
      const created = {
        id,
        owner,
        name,
        hint: secret.slice(-4),
        createdAt: now(),
        expiresAt,
        lastUsedAt: undefined,
      };
      const stored = kind.storage === "plain" ? { ...created, secret } : created;
      const replies = await redis
        .multi()
        .hset(keys.record(lookup), toFields(stored))
        .hset(keys.ofOwner(owner), id, lookup)
        .exec();
      throwPipelineError(replies);
      return { ...created, secret };
    },

    async find(presented) {
      if (!kind.isWellFormed(presented)) return undefined;
      const lookup = kind.storage === "hash" ? sha256(presented) : presented;
      const fields = await redis.hgetall(keys.record(lookup));
      const found = parse(fields);
      if (!found || (found.expiresAt !== undefined && found.expiresAt <= now())) return undefined;
      if (kind.storage === "hash") return found;
      const { secret } = fields;
      return secret === undefined ? undefined : Object.assign(found, { secret });
    },

    async touch({ id, owner, lastUsedAt }) {
      const minute = toMinute(now());
      if (lastUsedAt === minute) return;
      const lookup = await redis.hget(keys.ofOwner(owner), id);
      if (lookup !== null) await redis.eval(setExistingField, 1, keys.record(lookup), "lastUsedAt", minute);
    },

    async list(owner) {
      const lookups = await redis.hvals(keys.ofOwner(owner));
      const records = await Promise.all(lookups.map((lookup) => redis.hgetall(keys.record(lookup))));
      const secrets = records.map(parse).filter((secret) => secret !== undefined);
      return secrets.toSorted((a, b) => b.createdAt - a.createdAt);
    },

    async revoke(owner, id) {
      const lookup = await redis.hget(keys.ofOwner(owner), id);
      if (lookup === null) return false;
      const replies = await redis.multi().hdel(keys.ofOwner(owner), id).del(keys.record(lookup)).exec();
      throwPipelineError(replies);
      return replies?.[0]?.[1] === 1; // 0 if another request has revoked it in the meantime
    },
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A stored record, without the text of the secret. */
function parse(fields: Record<string, string>): OwnedSecret | undefined {
  const { id, owner, name, hint, createdAt, expiresAt, lastUsedAt } = fields;
  if (id === undefined || owner === undefined || name === undefined || hint === undefined) return undefined;
  return {
    id,
    owner,
    name,
    hint,
    createdAt: Number(createdAt),
    expiresAt: parseTime(expiresAt),
    lastUsedAt: parseTime(lastUsedAt),
  };
}

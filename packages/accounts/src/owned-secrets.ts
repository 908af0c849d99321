import type { ApiKeyScope } from "@placard/contracts";
import type { RedisAndClock } from "./account-options.ts";
import { createOwnedRecords, requirePasskey } from "./owned-records.ts";
import { secretKeys } from "./redis-keys.ts";

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
  passkeyId?: string | undefined;
  createdAt: number;
  /** Undefined if the secret does not expire. */
  expiresAt?: number | undefined;
  /** Rounded down to the minute; undefined if the secret has not been used. */
  lastUsedAt?: number | undefined;
}

/** A secret with its text: just created, or as it is stored. */
export interface OwnedSecretWithText extends OwnedSecret {
  secret: string;
}

/** How the secrets of one kind are generated, stored and looked up. */
export interface SecretKind {
  /** Part of the Redis keys, in the singular: "api-key". */
  name: keyof typeof secretKeys;
  /** For error messages, in the singular: "API key". */
  noun: string;
  /** What is stored of a secret: its SHA-256, or for signatures by HMAC the secret itself. */
  toStored: (secret: string) => string;
  /** The scopes that a secret can have, and that it has by default. */
  scopes: readonly ApiKeyScope[];
  createSecret: () => string;
  createId: (secret: string) => string;
  /** The id for what a caller presents, which is the secret or the id. Undefined if it is not well-formed. */
  idOf: (presented: string) => string | undefined;
}

export interface NewSecret extends Pick<OwnedSecret, "owner" | "name" | "expiresAt" | "passkeyId"> {
  /** All scopes of the kind by default. */
  scopes?: readonly ApiKeyScope[] | undefined;
}

interface Deps extends RedisAndClock {
  kind: SecretKind;
  /** The limit on the secrets of one account. Without it there is none, as for operator commands. */
  maxPerAccount?: number | undefined;
}

/** Creates the store of the secrets of one kind. Every method rejects while Redis is unavailable. */
export function createOwnedSecrets({ redis, now, kind, maxPerAccount: max = Number.MAX_SAFE_INTEGER }: Deps) {
  const { noun } = kind;
  const records = createOwnedRecords<OwnedSecretWithText>({
    redis,
    now,
    ...secretKeys[kind.name],
    noun,
    max,
  });

  return {
    /**
     * Creates a secret. Its text is returned only by this call. Throws the errors of `put`, or `unauthorized`
     * if the passkey does not exist.
     */
    async create({ owner, name, expiresAt, scopes = kind.scopes, passkeyId }: NewSecret) {
      const secret = kind.createSecret();
      const created: OwnedSecret = {
        id: kind.createId(secret),
        owner,
        name,
        hint: secret.slice(-4),
        scopes: kind.scopes.filter((scope) => scopes.includes(scope)),
        passkeyId,
        createdAt: now(),
        expiresAt,
      };
      const stored = { ...created, secret: kind.toStored(secret) };
      await records.put(owner, created.id, stored, { required: requirePasskey(passkeyId) });
      return { ...created, secret };
    },

    /**
     * The valid secret with a text or id, as it is stored. Undefined if it is unknown, revoked or expired, or
     * if its account is disabled.
     */
    async find(presented: string): Promise<OwnedSecretWithText | undefined> {
      const id = kind.idOf(presented);
      const found = id === undefined ? undefined : await records.findOfAny(id);
      if (!found?.secret || found.isDisabled) return undefined;
      return presented === id || found.secret === kind.toStored(presented) ? found : undefined;
    },

    /** Records that a secret was used, at most once a minute. */
    async touch({ id, owner, lastUsedAt }: OwnedSecret): Promise<void> {
      const minute = Math.floor(now() / 60_000) * 60_000;
      if (lastUsedAt !== minute)
        await records.change(owner, id, (secret) => ({ ...secret, lastUsedAt: minute }));
    },

    /** The secrets of an account without their text, newest first. */
    async list(owner: string): Promise<OwnedSecret[]> {
      return (await records.list(owner)).map(({ secret: _secret, ...rest }) => rest);
    },

    /** Revokes a secret immediately, at every gateway. Returns false if the account does not have it. */
    revoke: (owner: string, id: string) => records.delete(owner, id),
  };
}
export type OwnedSecrets = ReturnType<typeof createOwnedSecrets>;

import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { apiKeyScopes, signingKeyIdPattern } from "@placard/contracts";
import type { RedisAndClock } from "./account-options.ts";
import {
  createOwnedSecrets,
  type OwnedSecret,
  type OwnedSecrets,
  type ReadableFoundSecret,
  type SecretKind,
} from "./owned-secrets.ts";
import { base62Digits, randomBase62 } from "./random-base62.ts";
import { ownedSecretKeys } from "./redis-keys.ts";

interface Options extends RedisAndClock {
  /** The limit on the keys of one account. Without it there is none. */
  maxPerAccount?: number | undefined;
}

/** An API key without its text, of which only the SHA-256 is stored. */
export type ApiKey = OwnedSecret;
export type ApiKeys = OwnedSecrets;

/** A key that signs links. Its id is the `kid` of its links; the whole secret, as UTF-8, is the HMAC key. */
export type SigningKey = ReadableFoundSecret;
export type SigningKeys = OwnedSecrets<SigningKey>;

/** `plk_`, 30 random base62 characters and a checksum: a mistyped key is rejected without a lookup. */
const apiKeyKind: SecretKind = {
  name: "api-key",
  noun: "API key",
  storage: "hash",
  scopes: apiKeyScopes,
  createId: () => randomBase62(16),
  createSecret: () => {
    const text = `plk_${randomBase62(30)}`;
    return text + checksum(text);
  },
  isWellFormed: isApiKey,
};

/** `plks_` and 32 random bytes, base64url. Links carry the id, not the secret. */
const signingKeyKind: SecretKind = {
  name: "signing-key",
  noun: "signing key",
  storage: "plain",
  scopes: [],
  createId: () => randomBase62(16),
  createSecret: () => `plks_${randomBytes(32).toString("base64url")}`,
  isWellFormed: (id) => signingKeyIdPattern.test(id),
};

/** The kinds of secrets that an account has. */
const secretKeys = [apiKeyKind, signingKeyKind].map(({ name }) => ownedSecretKeys(name));

/** The Redis keys of the API keys of an account, and of its signing keys. */
export const secretKeysOf = (accountId: string) => secretKeys.map(({ ofOwner }) => ofOwner(accountId));

/** The prefixes of the Redis keys of records, in the same order. */
export const secretPrefixes = secretKeys.map(({ record }) => record(""));

export function createApiKeys(options: Options): ApiKeys {
  return createOwnedSecrets({ ...options, kind: apiKeyKind });
}

export function createSigningKeys(options: Options): SigningKeys {
  return createOwnedSecrets({ ...options, kind: signingKeyKind });
}

/** Whether a text has the form of an API key, its checksum included. */
export function isApiKey(text: string): boolean {
  return /^plk_[0-9A-Za-z]{36}$/.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** The CRC32 of a text in six base62 digits, the most significant first. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = base62Digits[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { apiKeyScopes, signingKeyIdPattern } from "@placard/contracts";
import type { RedisAndClock } from "./account-options.ts";
import {
  createOwnedSecrets,
  type OwnedSecret,
  type OwnedSecretWithText,
  type OwnedSecrets,
  type SecretKind,
} from "./owned-secrets.ts";
import { base62Digits, randomBase62 } from "./random-base62.ts";
import { hashSecret } from "./secret-hash.ts";

interface Options extends RedisAndClock {
  /** The limit on the keys of one account. Without it there is none. */
  maxPerAccount?: number | undefined;
}

/** An API key without its text, of which only the SHA-256 is stored. */
export type ApiKey = OwnedSecret;
export type ApiKeys = OwnedSecrets;

/** A key that signs links. Its id is the `kid` of its links; the whole secret, as UTF-8, is the HMAC key. */
export type SigningKey = OwnedSecretWithText;
export type SigningKeys = OwnedSecrets;

/** `plk_`, 30 random base62 characters and a checksum: a mistyped key is rejected without a lookup. */
const apiKeyKind: SecretKind = {
  name: "api-key",
  noun: "API key",
  toStored: hashSecret,
  scopes: apiKeyScopes,
  createSecret: () => {
    const text = `plk_${randomBase62(30)}`;
    return text + checksum(text);
  },
  createId: apiKeyIdOf,
  idOf: (text) => (isApiKey(text) ? apiKeyIdOf(text) : undefined),
};

/** Found by its key, so that Redis needs no other index: 96 bits of the SHA-256, which tell nothing of the key. */
function apiKeyIdOf(text: string): string {
  return hashSecret(text).slice(0, 24);
}

/** `plks_` and 32 random bytes, base64url. Links carry the id, not the secret. */
const signingKeyKind: SecretKind = {
  name: "signing-key",
  noun: "signing key",
  toStored: (secret) => secret,
  scopes: [],
  createSecret: () => `plks_${randomBytes(32).toString("base64url")}`,
  createId: () => randomBase62(16),
  idOf: (id) => (signingKeyIdPattern.test(id) ? id : undefined),
};

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

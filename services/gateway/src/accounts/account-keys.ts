const prefix = "{placard}";

/** The Redis keys of API keys. */
export const apiKeyKeys = {
  /** Hash of an ApiKey's fields, under the SHA-256 (hex) of the secret; stays until revoked. */
  record: (secretHash: string) => `${prefix}:api-key:${secretHash}`,
  /** Hash: key id → SHA-256 (hex) of its secret, for all keys of an owner. */
  ofOwner: (owner: string) => `${prefix}:api-keys-of:${owner}`,
} as const;

/** The Redis keys of the keys that sign links. */
export const signingKeyKeys = {
  /** Hash of a SigningKey's fields and its secret, which HMAC needs as it is; stays until revoked. */
  record: (kid: string) => `${prefix}:signing-key:${kid}`,
  /** Set of key ids, for all keys of an owner; goes with the last. */
  ofOwner: (owner: string) => `${prefix}:signing-keys-of:${owner}`,
} as const;

/** The Redis keys of users and their passkeys. One slot of a Redis Cluster, so that a script can write them as one. */
export const accountKeys = {
  /** Hash of a User's fields; stays. */
  user: (userId: string) => `${prefix}:user:${userId}`,
  /** User id, under the e-mail in lower case; stays. */
  email: (email: string) => `${prefix}:email:${email}`,
  /** Hash of a Passkey's fields; stays until removed. */
  passkey: (passkeyId: string) => `${prefix}:passkey:${passkeyId}`,
  /** Hash: passkey id → credential id, for all passkeys of a user. */
  passkeysOf: (userId: string) => `${prefix}:passkeys-of:${userId}`,
  /** 32 random bytes (base64url) from which decoys are derived; made once, stays. */
  decoySecret: `${prefix}:decoy-secret`,
} as const;

/** The Redis keys of what a ceremony's start leaves for its finish. */
export const ceremonyKeys = {
  /** JSON of a Ceremony, under its challenge; taken away by the first finish, else gone after 65 s. */
  ceremony: (challenge: string) => `${prefix}:ceremony:${challenge}`,
} as const;

/** The Redis keys of sessions. */
export const sessionKeys = {
  /** Hash of a session's fields and its user's; lives until the session expires or is ended. */
  record: (sessionId: string) => `${prefix}:session:${sessionId}`,
  /** Sorted set: session ids by the epoch ms they expire at, for all sessions of a user; lives as long as the last. */
  ofUser: (userId: string) => `${prefix}:sessions-of:${userId}`,
} as const;

/**
 * Every Redis key of accounts, with the format and the TTL of its value. All keys share the hash tag
 * `{placard}`, and so a slot of a Redis Cluster. Scripts can then write several of them.
 */
const prefix = "{placard}";

/** Users and passkeys. */
export const userKeys = {
  /**
   * Hash: the fields of a `UserRecord`, and when the recovery codes were created (`codesCreatedAt`), with the
   * passkey of the session (`codesPasskeyId`). Only `id` of the operator account. Does not expire.
   */
  user: (userId: string) => `${prefix}:user:${userId}`,
  /** Sorted set: the ids of all users by `createdAt` (epoch ms). Does not expire. */
  users: `${prefix}:users`,
  /** String: the id of the user with this lower-case email address. Does not expire. */
  email: (email: string) => `${prefix}:email:${email}`,
  /** Hash: the fields of a `Passkey`. Does not expire; deleted with the passkey. */
  passkey: (passkeyId: string) => `${prefix}:passkey:${passkeyId}`,
  /** Hash: passkey id → credential id, for all passkeys of a user. Does not expire. */
  passkeysOf: (userId: string) => `${prefix}:passkeys-of:${userId}`,
  /** Set: the Redis keys that features have stored for an account. Deleted with it. */
  dataKeysOf: (accountId: string) => `${prefix}:data-keys-of:${accountId}`,
} as const;

/** Passkey ceremonies. */
export const ceremonyKeys = {
  /** JSON of a `Ceremony`, by its challenge. Deleted by the first finish request; expires after 65 s. */
  ceremony: (challenge: string) => `${prefix}:ceremony:${challenge}`,
  /** String: 32 random bytes, base64url, that decoys are derived from. Written once; does not expire. */
  decoySecret: `${prefix}:decoy-secret`,
} as const;

/** Invitations to register. */
export const invitationKeys = {
  /** JSON of an `Invitation`, by its id. Expires with the invitation; deleted when it is used or revoked. */
  invitation: (id: string) => `${prefix}:invitation:${id}`,
} as const;

/** The verification of email addresses. */
export const verificationKeys = {
  /**
   * JSON by the SHA-256 (hex) of a token: the `id` of a user, the address to verify, and the current one
   * (`from`). Single use; expires after 24 h.
   */
  verification: (hash: string) => `${prefix}:email-verification:${hash}`,
  /**
   * Integer: tokens issued within an hour for an email address, without subaddress. Expires after an hour.
   */
  sentTo: (mailbox: string) => `${prefix}:verifications-to:${mailbox}`,
  /** Integer: the tokens that were issued for this account in the past hour. Expires after an hour. */
  sentBy: (userId: string) => `${prefix}:verifications-of:${userId}`,
} as const;

/** Sessions. */
export const sessionKeys = {
  /** Hash: the fields of a `Session`, with the id of its user. Expires or is deleted with the session. */
  session: (sessionId: string) => `${prefix}:session:${sessionId}`,
  /**
   * Sorted set: the ids of a user's sessions by last use (epoch ms, once a minute). Expires with the last of
   * them.
   */
  sessionsOf: (userId: string) => `${prefix}:sessions-of:${userId}`,
} as const;

/** Recovery codes. */
export const recoveryKeys = {
  /** Set: the SHA-256 (hex) of a user's unused recovery codes. Does not expire; deleted with the account. */
  codesOf: (userId: string) => `${prefix}:recovery-codes-of:${userId}`,
  /** String: the SHA-256 (hex) of the code that the operator issued to a user. Expires with the code. */
  issuedCodeOf: (userId: string) => `${prefix}:issued-recovery-code-of:${userId}`,
} as const;

/** Security events. */
export const eventKeys = {
  /**
   * List: JSON of `SecurityEvent`s of an account, newest first, at most 200. Does not expire; deleted with
   * the account.
   */
  eventsOf: (accountId: string) => `${prefix}:events-of:${accountId}`,
} as const;

/** Daily quotas. */
export const quotaKeys = {
  /** Integer: the renders of an account on a UTC day (`2027-01-31`). Expires at the end of the day. */
  renders: (day: string, accountId: string) => `${prefix}:renders-of:${day}:${accountId}`,
  /** Integer: as `renders`, of the renders that visitors of the account's sites cause. */
  visitorRenders: (day: string, accountId: string) => `${prefix}:visitor-renders-of:${day}:${accountId}`,
  /** "1" if an account has used up its renders of a UTC day and got the event. Expires with the day. */
  reached: (day: string, accountId: string) => `${prefix}:renders-reached-of:${day}:${accountId}`,
  /** "1" if the render of an image was just charged. Expires after 2 s; deleted with the image. */
  charged: (imageId: string) => `${prefix}:charged:${imageId}`,
} as const;

/** The usage of accounts. */
export const usageKeys = {
  /**
   * Hash: the `UsageCounts` of an account on a UTC day (`2027-01-31`), and of at most 200 keys as
   * `<key id>/renders` etc. Expires 90 days after the last change.
   */
  usageOf: (accountId: string, day: string) => `${prefix}:usage-of:${accountId}:${day}`,
  /** Sorted set: the 1,000 accounts with the most renders of a UTC day. Expires 90 days after a change. */
  topAccounts: (day: string) => `${prefix}:top-accounts:${day}`,
} as const;

/** Owned secrets of one kind: API keys, signing keys. */
export const ownedSecretKeys = (kind: string) => ({
  /**
   * Hash: the fields of an `OwnedSecret`, `secret` for the kinds that store it, and `isDisabled`, "true"
   * while its account is disabled. `lookup` is the SHA-256 (hex) of the secret, or its id. Expires with
   * the secret. Deleted when the secret is revoked.
   */
  record: (lookup: string) => `${prefix}:${kind}:${lookup}`,
  /**
   * Hash: secret id → `lookup`, for all secrets of an account. Does not expire; entries whose record has
   * expired are deleted when the account creates a secret.
   */
  ofOwner: (owner: string) => `${prefix}:${kind}s-of:${owner}`,
});

/** String: the id of the operator account. Written once; does not expire. */
export const operatorAccountKey = `${prefix}:operator-account`;

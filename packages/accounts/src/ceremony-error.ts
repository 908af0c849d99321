/** Why a passkey ceremony failed. For logs and metrics; clients get one error for all reasons. */
export type CeremonyErrorReason =
  | "not_base64url"
  | "client_data"
  | "type"
  | "challenge"
  | "ceremony"
  | "email"
  | "session"
  | "recovery_code"
  | "origin"
  | "cross_origin"
  | "top_origin"
  | "rp_id"
  | "user_presence"
  | "user_verification"
  | "credential_type"
  | "credential_id"
  | "credential_id_too_long"
  | "credential_taken"
  | "unknown_credential"
  | "foreign_credential"
  | "user_handle"
  | "algorithm"
  | "attestation"
  | "public_key"
  | "backup_flags"
  | "signature"
  | "counter"
  | "malformed";

/** A passkey ceremony that failed verification. */
export class CeremonyError extends Error {
  readonly reason: CeremonyErrorReason;
  /** The user whose passkey was presented, if known. */
  readonly userId: string | undefined;

  constructor(reason: CeremonyErrorReason, userId?: string) {
    super(reason);
    this.name = "CeremonyError";
    this.reason = reason;
    this.userId = userId;
  }
}

/**
 * Maps messages of @simplewebauthn/server, which has no error codes, to reasons. The package is pinned to an
 * exact version, and a test provokes every message that is matched here. Any other message is mapped to
 * `malformed`.
 */
export const libraryMessages: readonly (readonly [RegExp, CeremonyErrorReason])[] = [
  [/^Unexpected credential type /, "credential_type"],
  [/^Unexpected (registration|authentication) response type: /, "type"],
  [/^Unexpected (registration|authentication) response origin /, "origin"],
  [/^Unexpected RP ID hash$/, "rp_id"],
  [/^User presence was required, but user was not present$/, "user_presence"],
  [/^User not present during authentication$/, "user_presence"],
  [/^User verification (was )?required, but user could not be verified$/, "user_verification"],
  [/^Unexpected public key alg /, "algorithm"],
  [/ \(Packed(\|Full)?\)$/, "attestation"],
  [/^Single-device credential indicated that it was backed up/, "backup_flags"],
];

/** The CeremonyError for an error of the library, whose message is dropped: it can contain a challenge. */
export function toCeremonyError(error: unknown, userId?: string): CeremonyError {
  const message = error instanceof Error ? error.message : "";
  const [, reason = "malformed"] = libraryMessages.find(([pattern]) => pattern.test(message)) ?? [];
  return new CeremonyError(reason, userId);
}

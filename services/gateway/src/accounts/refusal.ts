/** Why a ceremony was refused: for the log, never for the caller. */
export type RefusalCause =
  | "not_base64url"
  | "client_data"
  | "type"
  | "challenge"
  | "ceremony"
  | "email"
  | "session"
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

/** A ceremony that did not verify. All are told the same; the cause and the user it is about go to the log. */
export class CeremonyRefusal extends Error {
  readonly refusal: RefusalCause;
  readonly userId: string | undefined;

  constructor(refusal: RefusalCause, userId?: string) {
    super(refusal);
    this.name = "CeremonyRefusal";
    this.refusal = refusal;
    this.userId = userId;
  }
}

// The library tells causes apart by its sentences only. They may hold a challenge, so none is logged itself.
const sentences: readonly (readonly [RegExp, RefusalCause])[] = [
  [/response type/, "type"],
  [/credential type/, "credential_type"],
  [/not base64url-encoded/, "credential_id"],
  [/top origin/, "top_origin"],
  [/origin/, "origin"],
  [/challenge/, "challenge"],
  [/RP ID/i, "rp_id"],
  [/presence|not present/, "user_presence"],
  [/User verification/, "user_verification"],
  [/public key alg/, "algorithm"],
  [/attestation/i, "attestation"],
  [/backup|backed up/i, "backup_flags"],
];

/** The refusal that an error of the library amounts to. */
export function refusalOf(error: unknown, userId?: string): CeremonyRefusal {
  const message = error instanceof Error ? error.message : "";
  const found = sentences.find(([sentence]) => sentence.test(message));
  return new CeremonyRefusal(found?.[1] ?? "malformed", userId);
}

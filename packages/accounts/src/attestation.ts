import { decodeCBOR } from "@levischuck/tiny-cbor";
import { convertAAGUIDToString } from "@simplewebauthn/server/helpers";
import { areUsableCertificates } from "./authenticator-models.ts";
import { CeremonyError } from "./ceremony-error.ts";
import { passkeyNotPermitted, type PasskeyPolicy } from "./passkey-policy.ts";

interface Attestation {
  /** The algorithm of a self attestation. */
  algorithm?: unknown;
  /** Whether certificates attest the model of the authenticator. */
  hasCertificates: boolean;
}

/**
 * Checks an attestation object before the library verifies it: one CBOR item, of the format `none`, a self
 * attestation, or by certificates of a trusted model. For other certificates, the library would fetch the
 * revocation lists that they name. Throws CeremonyError, or AppError `passkey_not_permitted` for a model that
 * is not trusted.
 */
export function checkAttestation(
  attestationObject: Uint8Array<ArrayBuffer>,
  policy: PasskeyPolicy,
): Attestation {
  const attestation = decodeSingleItem(attestationObject);
  if (!(attestation instanceof Map)) throw new CeremonyError("malformed");
  const statement: unknown = attestation.get("attStmt");
  if (!(statement instanceof Map)) throw new CeremonyError("attestation");
  const format: unknown = attestation.get("fmt");
  if (format === "none" && statement.size === 0) return { hasCertificates: false };
  if (format === "packed" && !statement.has("x5c"))
    return { algorithm: statement.get("alg"), hasCertificates: false };
  if (typeof policy === "string") throw new CeremonyError("attestation");
  if (format !== "packed" || !policy.has(readAaguid(attestation.get("authData"))))
    throw passkeyNotPermitted(policy);
  if (!areUsableCertificates(statement.get("x5c"))) throw new CeremonyError("attestation");
  return { hasCertificates: true };
}

/** The model of the authenticator, in authenticator data (WebAuthn level 3, clause 6.5.1). */
function readAaguid(authenticatorData: unknown): string {
  if (!(authenticatorData instanceof Uint8Array) || authenticatorData.length < 53)
    throw new CeremonyError("malformed");
  return convertAAGUIDToString(new Uint8Array(authenticatorData.subarray(37, 53)));
}

/** The value of bytes that are exactly one CBOR item (RFC 8949). Throws CeremonyError if they are not. */
function decodeSingleItem(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return decodeCBOR(bytes);
  } catch {
    throw new CeremonyError("malformed");
  }
}

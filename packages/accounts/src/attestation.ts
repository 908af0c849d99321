import { decodeCBOR } from "@levischuck/tiny-cbor";
import { CeremonyError } from "./ceremony-error.ts";

/**
 * Checks an attestation object before the library verifies it: one CBOR item, of the format `none` or a self
 * attestation. For any other one, the library would verify certificates, and fetch the revocation lists that
 * they name. Returns the algorithm of a self attestation. Throws CeremonyError.
 */
export function checkAttestation(attestationObject: Uint8Array<ArrayBuffer>): unknown {
  const attestation = decodeSingleItem(attestationObject);
  if (!(attestation instanceof Map)) throw new CeremonyError("malformed");
  const statement: unknown = attestation.get("attStmt");
  if (!(statement instanceof Map)) throw new CeremonyError("attestation");
  if (attestation.get("fmt") === "none" && statement.size === 0) return undefined;
  if (attestation.get("fmt") !== "packed" || statement.has("x5c")) throw new CeremonyError("attestation");
  return statement.get("alg");
}

/** The value of bytes that are exactly one CBOR item (RFC 8949). Throws CeremonyError if they are not. */
function decodeSingleItem(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return decodeCBOR(bytes);
  } catch {
    throw new CeremonyError("malformed");
  }
}

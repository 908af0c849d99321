import { createPublicKey, type KeyObject } from "node:crypto";
import { decodePartialCBOR } from "@levischuck/tiny-cbor";
import { CeremonyError } from "./ceremony-error.ts";

/** The public key of a passkey, and the hash of the data that it signs; null if its algorithm includes one. */
export interface VerificationKey {
  key: KeyObject;
  hash: "sha256" | null;
}

/**
 * Imports a COSE key (RFC 9053, clause 7) of a supported algorithm: ES256, EdDSA or RS256. Throws CeremonyError if it is not one, or
 * not valid.
 */
export function importCoseKey(bytes: Uint8Array): VerificationKey {
  const cose = decodeCbor(bytes);
  if (!(cose instanceof Map)) throw new CeremonyError("public_key");
  const jwk = toJwk(cose);
  try {
    return {
      key: createPublicKey({ key: jwk, format: "jwk" }),
      hash: jwk["kty"] === "OKP" ? null : "sha256",
    };
  } catch {
    throw new CeremonyError("public_key");
  }
}

/** The value of bytes that are exactly one CBOR item (RFC 8949); undefined if they are not. */
export function decodeCbor(bytes: Uint8Array): unknown {
  try {
    // A copy: the decoder ignores a view's offset into its buffer.
    const [value, length] = decodePartialCBOR(new DataView(new Uint8Array(bytes).buffer), 0);
    return length === bytes.byteLength ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A COSE key as a JWK. Its values must have the right lengths. */
function toJwk(cose: Map<unknown, unknown>): Record<string, string> {
  const [kty, alg, crv] = [cose.get(1), cose.get(3), cose.get(-1)];
  const bytesAt = (label: number, length?: number) => {
    const value = cose.get(label);
    if (!(value instanceof Uint8Array) || (length !== undefined && value.length !== length))
      throw new CeremonyError("public_key");
    return Buffer.from(value).toString("base64url");
  };
  if (kty === 2 && alg === -7 && crv === 1)
    return { kty: "EC", crv: "P-256", x: bytesAt(-2, 32), y: bytesAt(-3, 32) };
  if (kty === 1 && alg === -8 && crv === 6) return { kty: "OKP", crv: "Ed25519", x: bytesAt(-2, 32) };
  if (kty === 3 && alg === -257) return { kty: "RSA", n: bytesAt(-1), e: bytesAt(-2) };
  throw new CeremonyError("algorithm");
}

import { decodeCBOR } from "@levischuck/tiny-cbor";
import { cose, decodeCredentialPublicKey, verifySignature } from "@simplewebauthn/server/helpers";
import { CeremonyError } from "./ceremony-error.ts";

const { COSEALG, COSECRV, COSEKEYS, COSEKTY } = cose;

/** The key type and curve that an algorithm requires (WebAuthn level 3, clause 5.8.5). */
const keyTypes: ReadonlyMap<unknown, { kty: number; crv?: number }> = new Map([
  [COSEALG.EdDSA, { kty: COSEKTY.OKP, crv: COSECRV.ED25519 }],
  [COSEALG.ES256, { kty: COSEKTY.EC2, crv: COSECRV.P256 }],
  [COSEALG.RS256, { kty: COSEKTY.RSA }],
]);

/** The COSE algorithms of new passkeys, by preference. */
export const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** An ECDSA signature of two ones (RFC 3279, clause 2.2.3). */
const anySignature = new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1]);

/**
 * Checks what the library does not: the attestation object is one CBOR item, its format is `none` or self
 * attestation, and the public key (COSE) is valid. Throws CeremonyError.
 */
export async function checkAttestation(
  attestationObject: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const attestation = decodeSingleItem(attestationObject);
  if (!(attestation instanceof Map)) throw new CeremonyError("attestation");
  const key: ReadonlyMap<number, unknown> = decodeCredentialPublicKey(publicKey) as object as Map<
    number,
    unknown
  >;
  const algorithm = key.get(COSEKEYS.alg);
  const statement: unknown = attestation.get("attStmt");
  if (attestation.get("fmt") !== "none") {
    const isSelfAttestation =
      attestation.get("fmt") === "packed" && statement instanceof Map && !statement.has("x5c");
    if (!isSelfAttestation || statement.get("alg") !== algorithm) throw new CeremonyError("attestation");
  }
  const { kty, crv } = keyTypes.get(algorithm) ?? {};
  const hasKeyType = kty !== undefined && key.get(COSEKEYS.kty) === kty;
  if (!hasKeyType || (crv !== undefined && key.get(COSEKEYS.crv) !== crv))
    throw new CeremonyError("algorithm");
  // The library imports a key only to verify a signature. That fails if the key is invalid.
  await verifySignature({
    credentialPublicKey: publicKey,
    signature: anySignature,
    data: anySignature,
  }).catch(() => {
    throw new CeremonyError("public_key");
  });
}

/** The value of bytes that are exactly one CBOR item (RFC 8949). Throws CeremonyError if they are not. */
function decodeSingleItem(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return decodeCBOR(bytes);
  } catch {
    throw new CeremonyError("attestation");
  }
}

import { createPublicKey } from "node:crypto";
import { cose, decodeCredentialPublicKey, verifySignature } from "@simplewebauthn/server/helpers";
import { CeremonyError } from "./ceremony-error.ts";

const { COSEALG, COSECRV, COSEKEYS, COSEKTY } = cose;

/** A decoded COSE key (RFC 9052, clause 7): its members by label. */
type CoseKey = ReadonlyMap<number, unknown>;

/** What an algorithm requires of a key (WebAuthn level 3, clauses 5.8.5 and 6.5.1.1). */
interface KeyRules {
  kty: number;
  crv?: number;
  /** How many members the key has: the required ones, and no others. */
  size: number;
  isValid?: (key: CoseKey) => boolean;
}

const keyRules: ReadonlyMap<unknown, KeyRules> = new Map<unknown, KeyRules>([
  [COSEALG.ML_DSA_44, { kty: COSEKTY.AKP, size: 3 }],
  [COSEALG.EdDSA, { kty: COSEKTY.OKP, crv: COSECRV.ED25519, size: 4, isValid: isEd25519Point }],
  [COSEALG.ES256, { kty: COSEKTY.EC2, crv: COSECRV.P256, size: 5 }],
  [COSEALG.RS256, { kty: COSEKTY.RSA, size: 4, isValid: isStrongRsaKey }],
]);

/** The COSE algorithms of new passkeys, by preference. */
export const algorithms = [
  ...(hasMlDsa() ? [COSEALG.ML_DSA_44] : []),
  COSEALG.EdDSA,
  COSEALG.ES256,
  COSEALG.RS256,
];

/** An ECDSA signature of two ones (RFC 3279, clause 2.2.3). */
const anySignature = new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1]);

/**
 * Checks what the library does not: the public key (COSE), and that a self attestation has its algorithm.
 * Throws CeremonyError.
 */
export async function checkPublicKey(
  publicKey: Uint8Array<ArrayBuffer>,
  attestedAlgorithm: unknown,
): Promise<void> {
  const key = decodeCredentialPublicKey(publicKey) as object as CoseKey;
  const algorithm = key.get(COSEKEYS.alg);
  if (attestedAlgorithm !== undefined && attestedAlgorithm !== algorithm)
    throw new CeremonyError("attestation");
  const rules = keyRules.get(algorithm);
  if (key.get(COSEKEYS.kty) !== rules?.kty) throw new CeremonyError("algorithm");
  if (rules?.crv !== undefined && key.get(COSEKEYS.crv) !== rules.crv) throw new CeremonyError("algorithm");
  if (key.size !== rules?.size || rules.isValid?.(key) === false) throw new CeremonyError("public_key");
  // The library imports a key only to verify a signature. That fails if the key is invalid.
  await verifySignature({
    credentialPublicKey: publicKey,
    signature: anySignature,
    data: anySignature,
  }).catch(() => {
    throw new CeremonyError("public_key");
  });
}

/** Whether Node's WebCrypto verifies ML-DSA (24.7 and later). Asking `supports` itself prints a warning. */
function hasMlDsa(): boolean {
  const key = { kty: "AKP", alg: "ML-DSA-44", pub: Buffer.alloc(1_312).toString("base64url") };
  try {
    createPublicKey({ key, format: "jwk" });
    return "supports" in globalThis.crypto.subtle.constructor;
  } catch {
    return false;
  }
}

/**
 * Whether a signature has the format of its key: an ECDSA signature is in DER (RFC 3279, clause 2.2.3). The
 * library also accepts other BER, with longer lengths or trailing bytes.
 */
export function hasSignatureFormat(publicKey: Uint8Array<ArrayBuffer>, signature: Uint8Array): boolean {
  if (decodeCredentialPublicKey(publicKey).get(COSEKEYS.kty) !== COSEKTY.EC2) return true;
  const endOfR = 4 + (signature[3] ?? 0);
  const hasHeader = signature[0] === 0x30 && signature[1] === signature.length - 2;
  return hasHeader && isPositive(signature.subarray(2, endOfR)) && isPositive(signature.subarray(endOfR));
}

/** Whether bytes are one positive integer in DER (ITU-T X.690, clause 8.3). */
function isPositive(bytes: Uint8Array): boolean {
  const [tag, length, first = 0, second = 0] = bytes;
  const isMinimal = first > 0 || second >= 0x80;
  return tag === 0x02 && length === bytes.length - 2 && first < 0x80 && isMinimal;
}

/**
 * Whether the modulus has 2,048 to 4,096 bits, and the exponent is odd and over 2^16 (FIPS 186-5, clause
 * A.1.1). OpenSSL limits the exponents of long moduli to 64 bits.
 */
function isStrongRsaKey(key: CoseKey): boolean {
  const [n, e] = [toInteger(key.get(COSEKEYS.n), 512), toInteger(key.get(COSEKEYS.e), 8)];
  return n >> 2_047n > 0n && n % 2n === 1n && e >> 16n > 0n && e % 2n === 1n;
}

const p = 2n ** 255n - 19n;
const modulo = (n: bigint) => ((n % p) + p) % p;

/**
 * Whether the key is a point of Ed25519 (RFC 8032, clause 5.1.3) that is not of small order. OpenSSL imports
 * any 32 bytes, and anybody can sign for a point of small order.
 */
function isEd25519Point(key: CoseKey): boolean {
  const x = key.get(COSEKEYS.x);
  if (!(x instanceof Uint8Array) || x.length !== 32) return false;
  const y = toInteger(x.toReversed(), 32) % 2n ** 255n;
  if (y >= p) return false;
  const d = modulo(-121_665n * power(121_666n, p - 2n));
  // On the curve, x² is u/v. The points whose order divides 8 have x = 0, y = 0, or x² = -y².
  const [u, v] = [modulo(y * y - 1n), modulo(d * y * y + 1n)];
  const isSmall = u === 0n || y === 0n || modulo(u + y * y * v) === 0n;
  return !isSmall && power(modulo(u * v), (p - 1n) / 2n) === 1n;
}

/** A power modulo p. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % p;
    if (bit === "1") result = (result * base) % p;
  }
  return result;
}

/** The integer of at most `maxBytes` big-endian bytes; 0 for any other value. */
function toInteger(bytes: unknown, maxBytes: number): bigint {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0 || bytes.length > maxBytes) return 0n;
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

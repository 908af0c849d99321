import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";

/** Signature algorithms. Placard does not offer ES384. Node supports ML-DSA-44 since version 24.7. */
export type Algorithm = "ML-DSA-44" | "EdDSA" | "ES256" | "RS256" | "ES384";

/** A COSE_Key (RFC 9052, clause 7), as a map from labels to values. */
export type CoseKey = Map<number, number | Uint8Array>;

export interface PasskeyKeys {
  publicKey: CoseKey;
  /** The public key as SubjectPublicKeyInfo, DER. */
  spki: Buffer;
  /** Signs in the signature format that WebAuthn requires (Level 3, clause 6.5.5). */
  sign: (bytes: Uint8Array) => Buffer;
  privateKey: KeyObject;
}

/** The numbers of the algorithms in the IANA COSE registry. */
export const coseAlgorithms: Readonly<Record<Algorithm, number>> = {
  "ML-DSA-44": -48,
  ES256: -7,
  EdDSA: -8,
  ES384: -35,
  RS256: -257,
};

/** Labels of COSE_Key members, for all keys and for the key types used here. */
const label = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, n: -1, e: -2, pub: -1 } as const;
const keyType = { OKP: 1, EC2: 2, RSA: 3, AKP: 7 } as const;
const curve = { "P-256": 1, "P-384": 2, Ed25519: 6 } as const;

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

const generators: Readonly<Record<Algorithm, () => KeyPair>> = {
  // The types are of the oldest Node that Placard supports.
  "ML-DSA-44": () => (generateKeyPairSync as (type: string) => KeyPair)("ml-dsa-44"),
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  ES384: () => generateKeyPairSync("ec", { namedCurve: "P-384" }),
  EdDSA: () => generateKeyPairSync("ed25519"),
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
};
const digests = {
  "ML-DSA-44": null,
  EdDSA: null,
  ES256: "sha256",
  RS256: "sha256",
  ES384: "sha384",
} as const;

/** Generates a key pair. An RSA key takes about 100 ms. */
export function createPasskeyKeys(algorithm: Algorithm): PasskeyKeys {
  const { publicKey, privateKey } = generators[algorithm]();
  return {
    publicKey: new Map([[label.alg, coseAlgorithms[algorithm]], ...membersOf(publicKey)]),
    spki: publicKey.export({ type: "spki", format: "der" }),
    sign: (bytes) => sign(digests[algorithm], bytes, privateKey),
    privateKey,
  };
}

/** All members of a COSE_Key except the algorithm. */
function membersOf(key: KeyObject): [number, number | Uint8Array][] {
  const { crv = "", x = "", y = "", n = "", e = "", pub } = key.export({ format: "jwk" });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  if (key.asymmetricKeyType === "rsa") {
    return [
      [label.kty, keyType.RSA],
      [label.n, bytes(n)],
      [label.e, bytes(e)],
    ];
  }
  if (typeof pub === "string") {
    return [
      [label.kty, keyType.AKP],
      [label.pub, bytes(pub)],
    ];
  }
  const point: [number, number | Uint8Array][] = [
    [label.kty, y === "" ? keyType.OKP : keyType.EC2],
    [label.crv, curve[crv as keyof typeof curve]],
    [label.x, bytes(x)],
  ];
  return y === "" ? point : [...point, [label.y, bytes(y)]];
}

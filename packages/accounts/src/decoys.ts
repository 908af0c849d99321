import { createHmac, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import { encodeCBOR } from "@levischuck/tiny-cbor";
import type { RedisClient } from "@placard/runtime";
import { cose } from "@simplewebauthn/server/helpers";
import type { VerifiablePasskey } from "./assertion.ts";
import { decodeBase64Url } from "./credential.ts";
import { ceremonyKeys } from "./redis-keys.ts";

const { COSEALG, COSECRV, COSEKEYS, COSEKTY } = cose;

/** Lengths in bytes that credential ids of common authenticators have. */
const commonLengths = [16, 20, 32, 32, 32, 48, 64];

/**
 * Credential ids for email addresses without an account, so that a login start does not reveal which
 * addresses have one. They look like real ids, and an address gets the same ones at every gateway and after
 * every restart. Assertions are verified with the public key of a decoy as with a real one.
 */
export function createDecoys(redis: RedisClient) {
  let secret: Promise<string> | undefined;
  const publicKeys = createPublicKeys();

  async function readSecret(): Promise<string> {
    await redis.set(ceremonyKeys.decoySecret, randomBytes(32).toString("base64url"), "NX");
    const stored = await redis.get(ceremonyKeys.decoySecret);
    if (stored === null) throw new Error("the decoy secret was deleted while it was read");
    return stored;
  }

  async function hash(text: string): Promise<Buffer> {
    secret ??= readSecret().catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return createHmac("sha512", await secret)
      .update(text)
      .digest();
  }

  return {
    /** The decoys for a lower-case email address. The first call rejects while Redis is unavailable. */
    async listDecoys(email: string): Promise<string[]> {
      const bytes = await hash(email);
      const count = bytes[0]! < 64 ? 2 : 1; // a quarter of the accounts seem to have a second passkey
      return Array.from({ length: count }, (_, i) => {
        const id = createHmac("sha512", bytes).update(String(i)).digest();
        return id.subarray(0, commonLengths[bytes[1 + i]! % commonLengths.length]).toString("base64url");
      });
    },

    /** The passkey of a credential id that no account has. Its algorithm is always the same. */
    async createDecoyPasskey(credentialId: string): Promise<VerifiablePasskey> {
      const bytes = await hash(`passkey ${credentialId}`);
      const publicKey = publicKeys[bytes[0]! % publicKeys.length]!;
      return {
        credentialId,
        publicKey,
        userId: "",
        deviceType: "multiDevice",
        aaguid: "",
        isAttested: false,
      };
    },
  };
}

/** Public keys (COSE, base64url) of the algorithms that passkeys have; most have ES256. */
function createPublicKeys(): string[] {
  const point = (key: { publicKey: KeyObject }) => {
    const { x = "", y = "" } = key.publicKey.export({ format: "jwk" });
    return [decodeBase64Url(x), decodeBase64Url(y)] as const;
  };
  const encode = (kty: number, alg: number, ...members: [number, number | Uint8Array][]) => {
    const key = new Map([[COSEKEYS.kty, kty], [COSEKEYS.alg, alg], ...members]);
    return Buffer.from(encodeCBOR(key)).toString("base64url");
  };
  const [x, y] = point(generateKeyPairSync("ec", { namedCurve: "P-256" }));
  const es256 = encode(
    COSEKTY.EC2,
    COSEALG.ES256,
    [COSEKEYS.crv, COSECRV.P256],
    [COSEKEYS.x, x],
    [COSEKEYS.y, y],
  );
  const [edX] = point(generateKeyPairSync("ed25519"));
  const edDsa = encode(COSEKTY.OKP, COSEALG.EdDSA, [COSEKEYS.crv, COSECRV.ED25519], [COSEKEYS.x, edX]);
  // Verification takes as long with a modulus that is no product of two primes.
  const n = new Uint8Array(randomBytes(256));
  n[0]! |= 0x80;
  n[255]! |= 1;
  const rs256 = encode(COSEKTY.RSA, COSEALG.RS256, [COSEKEYS.n, n], [COSEKEYS.e, new Uint8Array([1, 0, 1])]);
  return [es256, es256, es256, edDsa, rs256];
}

import { createHash, verify } from "node:crypto";
import { promisify } from "node:util";
import { parseAuthenticatorData } from "@simplewebauthn/server/helpers";
import { LRUCache } from "lru-cache";
import { CeremonyError, toCeremonyError, type CeremonyErrorReason } from "./ceremony-error.ts";
import { importCoseKey, type VerificationKey } from "./cose-key.ts";
import { decodeBase64Url, type ClientData, type LoginCredential } from "./credential.ts";
import type { Passkey } from "./passkey-store.ts";
import type { RelyingParty } from "./relying-party.ts";

/** What the authenticator data of a verified assertion says about the passkey. */
export interface Assertion {
  counter: number;
  backedUp: boolean;
}

const verifySignature = promisify(verify);

/** Public keys that are kept after their import, which takes half as long as the signature. Each takes some KB. */
const maxImportedKeys = 1_000;

/**
 * Creates the verification of assertions (WebAuthn level 3, clause 7.2, steps 10 to 21). It throws CeremonyError unless the
 * passkey has signed the client data for one of our origins and our RP ID, with its user present and verified. The caller has checked the
 * credential by `checkCredential`, and compares the counter (step 22).
 */
export function createAssertionVerifier({ id, origins }: RelyingParty) {
  const rpIdHash = sha256(Buffer.from(id));
  const importedKeys = new LRUCache<string, VerificationKey>({ max: maxImportedKeys });

  function importKey(publicKey: string, userId: string): VerificationKey {
    let key = importedKeys.get(publicKey);
    if (!key) importedKeys.set(publicKey, (key = importStoredKey(publicKey, userId)));
    return key;
  }

  return async function verifyAssertion(
    { type, response }: LoginCredential,
    clientData: ClientData,
    { publicKey, userId, deviceType }: Passkey,
  ): Promise<Assertion> {
    const fail = (reason: CeremonyErrorReason) => new CeremonyError(reason, userId);
    if (type !== "public-key") throw fail("credential_type");
    if (clientData.type !== "webauthn.get") throw fail("type");
    if (typeof clientData.origin !== "string" || !origins.includes(clientData.origin)) throw fail("origin");
    if (!isTokenBinding(clientData.tokenBinding)) throw fail("malformed");
    const authenticatorData = decodeBase64Url(response.authenticatorData);
    const { flags, counter, rpIdHash: signedRpIdHash } = parse(authenticatorData, userId);
    if (!rpIdHash.equals(signedRpIdHash)) throw fail("rp_id");
    if (!flags.up) throw fail("user_presence");
    if (!flags.uv) throw fail("user_verification");
    if (flags.bs && !flags.be) throw fail("backup_flags");
    const { key, hash } = importKey(publicKey, userId);
    const signature = decodeBase64Url(response.signature);
    if (key.asymmetricKeyType === "ec" && !isDerSequence(signature)) throw fail("malformed");
    const signed = Buffer.concat([authenticatorData, sha256(decodeBase64Url(response.clientDataJSON))]);
    // In the thread pool, because a large RSA key takes long.
    if (!(await verifySignature(hash, signed, key, signature))) throw fail("signature");
    if (flags.be !== (deviceType === "multiDevice")) throw fail("backup_flags");
    return { counter, backedUp: flags.bs };
  };
}

function parse(authenticatorData: Uint8Array<ArrayBuffer>, userId: string) {
  try {
    return parseAuthenticatorData(authenticatorData);
  } catch (error) {
    throw toCeremonyError(error, userId);
  }
}

function importStoredKey(publicKey: string, userId: string): VerificationKey {
  try {
    return importCoseKey(decodeBase64Url(publicKey));
  } catch (error) {
    throw error instanceof CeremonyError ? new CeremonyError(error.reason, userId) : error;
  }
}

/** Whether a member that older browsers send is well-formed, or absent (WebAuthn level 2, clause 5.8.1). */
function isTokenBinding(value: unknown): boolean {
  if (!value) return true;
  const { status } = value as { status?: unknown };
  return (
    typeof value === "object" && ["present", "supported", "notSupported"].some((each) => each === status)
  );
}

/** Whether bytes have the length of a DER sequence, which an ECDSA signature is (RFC 3279, clause 2.2.3). */
function isDerSequence(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30 && bytes[1] === bytes.length - 2;
}

function sha256(data: Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

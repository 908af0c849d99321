import { createPublicKey } from "node:crypto";
import { decodePartialCBOR } from "@levischuck/tiny-cbor";
import Type, { type Static } from "typebox";
import { CeremonyRefusal } from "./refusal.ts";

const envelope = {
  id: Type.String(),
  rawId: Type.String(),
  type: Type.String(),
  authenticatorAttachment: Type.Optional(Type.String()),
  clientExtensionResults: Type.Optional(Type.Object({})),
};

/** RegistrationResponseJSON (WebAuthn level 3, clause 5.1). */
export const registrationCredential = Type.Object(
  {
    ...envelope,
    response: Type.Object(
      {
        clientDataJSON: Type.String(),
        attestationObject: Type.String(),
        authenticatorData: Type.Optional(Type.String()),
        publicKey: Type.Optional(Type.String()),
        publicKeyAlgorithm: Type.Optional(Type.Number()),
        transports: Type.Optional(Type.Array(Type.String())),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** AuthenticationResponseJSON (WebAuthn level 3, clause 5.1). */
export const loginCredential = Type.Object(
  {
    ...envelope,
    response: Type.Object(
      {
        clientDataJSON: Type.String(),
        authenticatorData: Type.String(),
        signature: Type.String(),
        userHandle: Type.Optional(Type.String()),
        attestationObject: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

type Credential = Static<typeof registrationCredential> | Static<typeof loginCredential>;

/** What a browser says that a credential was made for (CollectedClientData, WebAuthn, clause 5.8.1). */
export interface ClientData {
  challenge: string;
  crossOrigin?: unknown;
  topOrigin?: unknown;
}

const longestCredentialId = 1_023;

/** The client data of a credential. Throws CeremonyRefusal where it can't be read or names no challenge. */
export function readClientData({ response: { clientDataJSON } }: Credential): ClientData {
  if (!isBase64Url(clientDataJSON)) throw new CeremonyRefusal("not_base64url");
  const data = parseObject(clientDataJSON);
  if (typeof data?.["challenge"] !== "string") throw new CeremonyRefusal("client_data");
  return { ...data, challenge: data["challenge"] };
}

/**
 * Checks what can be told of a credential by itself: every value base64url, one id of at most 1,023 bytes (clause 7.1,
 * step 25), no frame in somebody else's page. Throws CeremonyRefusal.
 */
export function checkCredential(
  { id, rawId, response }: Credential,
  { crossOrigin, topOrigin }: ClientData,
): void {
  const { attestationObject, authenticatorData, signature, userHandle, publicKey } = response as Record<
    string,
    unknown
  >;
  for (const text of [id, rawId, attestationObject, authenticatorData, signature, userHandle, publicKey]) {
    if (typeof text === "string" && !isBase64Url(text)) throw new CeremonyRefusal("not_base64url");
  }
  if (id !== rawId || id === "") throw new CeremonyRefusal("credential_id");
  if (Buffer.from(id, "base64url").length > longestCredentialId) {
    throw new CeremonyRefusal("credential_id_too_long");
  }
  if (crossOrigin !== undefined && crossOrigin !== false) throw new CeremonyRefusal("cross_origin");
  if (topOrigin !== undefined) throw new CeremonyRefusal("top_origin");
}

function isBase64Url(text: string): boolean {
  return Buffer.from(text, "base64url").toString("base64url") === text;
}

function parseObject(base64Url: string): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64Url, "base64url"));
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // not UTF-8 or not JSON
  }
}

/**
 * Checks an attestation object as far as the library leaves it to us: it is one whole CBOR item and no more, its
 * attestation is none or the authenticator's own, and the key in it is a sound one. Throws CeremonyRefusal.
 */
export function checkAttestation(attestationObject: string, publicKey: Uint8Array): void {
  const bytes = Buffer.from(attestationObject, "base64url");
  const statement = decodeWhole(bytes, "attestation");
  const key = decodeWhole(publicKey, "public_key");
  if (!(statement instanceof Map) || !(key instanceof Map)) throw new CeremonyRefusal("attestation");
  const attStmt: unknown = statement.get("attStmt");
  if (statement.get("fmt") !== "none") {
    const own = statement.get("fmt") === "packed" && attStmt instanceof Map && !attStmt.has("x5c");
    if (!own || attStmt.get("alg") !== key.get(3)) throw new CeremonyRefusal("attestation");
  }
  const jwk = toJwk(key);
  try {
    createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    throw new CeremonyRefusal("public_key");
  }
}

function decodeWhole(bytes: Uint8Array, cause: "attestation" | "public_key"): unknown {
  try {
    // A copy, as the decoder looks past a view's own start into the buffer behind it.
    const [value, length] = decodePartialCBOR(new DataView(new Uint8Array(bytes).buffer), 0);
    if (length === bytes.byteLength) return value;
  } catch {
    // no CBOR: refused like all else
  }
  throw new CeremonyRefusal(cause);
}

/** A COSE key (RFC 9053, clause 7) of the algorithms we offer as a JWK, with every length as it has to be. */
function toJwk(key: Map<unknown, unknown>): Record<string, string> {
  const [kty, alg, crv] = [key.get(1), key.get(3), key.get(-1)];
  const text = (label: number, bytes?: number) => {
    const value = key.get(label);
    if (!(value instanceof Uint8Array) || (bytes !== undefined && value.length !== bytes)) {
      throw new CeremonyRefusal("public_key");
    }
    return Buffer.from(value).toString("base64url");
  };
  if (kty === 2 && alg === -7 && crv === 1)
    return { kty: "EC", crv: "P-256", x: text(-2, 32), y: text(-3, 32) };
  if (kty === 1 && alg === -8 && crv === 6) return { kty: "OKP", crv: "Ed25519", x: text(-2, 32) };
  if (kty === 3 && alg === -257) return { kty: "RSA", n: text(-1), e: text(-2) };
  throw new CeremonyRefusal("algorithm");
}

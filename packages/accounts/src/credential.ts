import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import Type from "typebox";
import { CeremonyError } from "./ceremony-error.ts";
import { exactObject } from "@placard/contracts";

/** A credential that a browser has created. */
export type RegistrationCredential = RegistrationResponseJSON;

/** A credential that a browser has signed a login with. */
export type LoginCredential = AuthenticationResponseJSON;

const credentialId = Type.String({ examples: ["Zm9vYmFyYmF6cXV4MTIzNA"] });
const clientData = Type.String({
  examples: ["eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoi4oCmIiwib3JpZ2luIjoi4oCmIn0"],
});
const common = {
  id: credentialId,
  rawId: credentialId,
  type: Type.String({ examples: ["public-key"] }),
  authenticatorAttachment: Type.Optional(Type.String()),
  clientExtensionResults: Type.Optional(Type.Object({})),
};

/** The schema of a RegistrationResponseJSON (WebAuthn level 3, clause 5.1). */
export const registrationCredentialSchema = exactObject({
  ...common,
  response: exactObject({
    clientDataJSON: clientData,
    attestationObject: Type.String({ examples: ["o2NmbXRkbm9uZQ"] }),
    authenticatorData: Type.Optional(Type.String()),
    publicKey: Type.Optional(Type.String()),
    publicKeyAlgorithm: Type.Optional(Type.Number()),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
});

/** The schema of an AuthenticationResponseJSON (WebAuthn level 3, clause 5.1). */
export const loginCredentialSchema = exactObject({
  ...common,
  response: exactObject({
    clientDataJSON: clientData,
    authenticatorData: Type.String({ examples: ["SZYN5YgOjGh0NBcP"] }),
    signature: Type.String({ examples: ["MEUCIQDx"] }),
    userHandle: Type.Optional(Type.String()),
    attestationObject: Type.Optional(Type.String()),
  }),
});

/** A credential that finishes a ceremony. */
export type Credential = RegistrationCredential | LoginCredential;

/** The members of CollectedClientData that are checked (WebAuthn level 3, clause 5.8.1). */
export interface ClientData {
  challenge: string;
  crossOrigin?: unknown;
  topOrigin?: unknown;
}

const maxCredentialIdBytes = 1_023;

/** The client data of a credential. Throws CeremonyError if it is unreadable or has no challenge. */
export function readClientData({ response: { clientDataJSON } }: Credential): ClientData {
  if (!isBase64Url(clientDataJSON)) throw new CeremonyError("not_base64url");
  const data = parseObject(clientDataJSON);
  if (typeof data?.["challenge"] !== "string") throw new CeremonyError("client_data");
  return { ...data, challenge: data["challenge"] };
}

/**
 * Checks what does not depend on the ceremony. All values are base64url, and the one id has at most 1,023
 * bytes (clause 7.1, step 25). No page of another origin embeds ours. Throws CeremonyError.
 */
export function checkCredential(
  { id, rawId, response }: Credential,
  { crossOrigin, topOrigin }: ClientData,
): void {
  const { attestationObject, authenticatorData, signature, userHandle, publicKey } =
    response as unknown as Record<string, unknown>;
  for (const text of [id, rawId, attestationObject, authenticatorData, signature, userHandle, publicKey]) {
    if (typeof text === "string" && !isBase64Url(text)) throw new CeremonyError("not_base64url");
  }
  if (id !== rawId || id === "") throw new CeremonyError("credential_id");
  if (Buffer.from(id, "base64url").length > maxCredentialIdBytes)
    throw new CeremonyError("credential_id_too_long");
  if (crossOrigin !== undefined && crossOrigin !== false) throw new CeremonyError("cross_origin");
  if (topOrigin !== undefined) throw new CeremonyError("top_origin");
}

/** The bytes of a base64url text. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
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

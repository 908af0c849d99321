// Structural types: compatible with the browser's own types and those of WebAuthn libraries, without importing either.
// All binary values are base64url.

interface CredentialDescriptor {
  id: string;
  type: "public-key";
  transports?: string[];
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn level 3, clause 5.1.8). */
export interface RegistrationOptions {
  challenge: string;
  rp: { id?: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  /** Milliseconds. */
  timeout?: number;
  attestation?: "none" | "indirect" | "direct" | "enterprise";
  authenticatorSelection?: {
    residentKey?: "discouraged" | "preferred" | "required";
    requireResidentKey?: boolean;
    userVerification?: "discouraged" | "preferred" | "required";
  };
  excludeCredentials?: CredentialDescriptor[];
  extensions?: Record<string, unknown>;
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON` (clause 5.1.9). */
export interface LoginOptions {
  challenge: string;
  rpId?: string;
  /** Milliseconds. */
  timeout?: number;
  userVerification?: "discouraged" | "preferred" | "required";
  allowCredentials?: CredentialDescriptor[];
  extensions?: Record<string, unknown>;
}

interface CredentialJSON<Response> {
  id: string;
  rawId: string;
  type: string;
  authenticatorAttachment?: string | undefined;
  clientExtensionResults?: object | undefined;
  response: Response;
}

/** A new passkey, as returned by `PublicKeyCredential.toJSON()` (RegistrationResponseJSON). */
export type RegistrationCredential = CredentialJSON<{
  clientDataJSON: string;
  attestationObject: string;
  authenticatorData?: string | undefined;
  publicKey?: string | undefined;
  publicKeyAlgorithm?: number | undefined;
  transports?: string[] | undefined;
}>;

/** A signed challenge, as returned by `PublicKeyCredential.toJSON()` (AuthenticationResponseJSON). */
export type LoginCredential = CredentialJSON<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | undefined;
  attestationObject?: string | undefined;
}>;

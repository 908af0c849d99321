import type {
  LoginCredential,
  LoginOptions,
  RegistrationCredential,
  RegistrationOptions,
} from "@placard/client";

/** @returns whether the page is on https or localhost, and the browser has what the console needs for passkeys */
export function hasPasskeySupport(): boolean {
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/**
 * @returns whether the browser can offer only the passkeys of this device, and reject without a dialog if
 * there are none (https://github.com/w3c/webauthn/pull/2291)
 */
export async function hasImmediateMode(): Promise<boolean> {
  const capabilities = await PublicKeyCredential.getClientCapabilities?.();
  return capabilities?.["immediateGet"] === true;
}

/** Where a passkey can be: the hints for browsers (Web Authentication level 3, clause 5.8.7). */
export type PasskeyPlace = "client-device" | "hybrid" | "security-key";

/** @returns the places that this browser can reach, as far as it says so */
export async function listPasskeyPlaces(): Promise<PasskeyPlace[]> {
  const capabilities = (await PublicKeyCredential.getClientCapabilities?.()) ?? {};
  return [
    ...(capabilities["passkeyPlatformAuthenticator"] === false ? [] : ["client-device" as const]),
    ...(capabilities["hybridTransport"] === false ? [] : ["hybrid" as const]),
    "security-key",
  ];
}

/**
 * Creates a passkey.
 * @param options `data.options` of startRegistration
 * @returns the `credential` for finishRegistration
 * @throws DOMException if the user or the browser rejects the prompt
 */
export async function createPasskey(options: RegistrationOptions): Promise<RegistrationCredential> {
  const result = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  const credential = result as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return toCredentialJson(credential, {
    clientDataJSON: encodeBase64url(response.clientDataJSON),
    attestationObject: encodeBase64url(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/**
 * Signs a challenge with a passkey that the user picks.
 * @param options `data.options` of startLogin
 * @param request by default, the browser opens a dialog
 * @returns the `credential` for finishLogin
 * @throws DOMException if the user or the browser rejects the prompt
 */
export async function getPasskey(
  options: LoginOptions,
  request: Pick<CredentialRequestOptions, "mediation" | "signal"> & { uiMode?: "immediate" } = {},
): Promise<LoginCredential> {
  const result = await navigator.credentials.get({
    ...request,
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  const credential = result as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return toCredentialJson(credential, {
    clientDataJSON: encodeBase64url(response.clientDataJSON),
    authenticatorData: encodeBase64url(response.authenticatorData),
    signature: encodeBase64url(response.signature),
    ...(response.userHandle && { userHandle: encodeBase64url(response.userHandle) }),
  });
}

/**
 * Not `toJSON`, which throws “Illegal invocation” on the credentials of some password manager extensions.
 * @param response the credential's response, in JSON types
 */
function toCredentialJson<Response>(credential: PublicKeyCredential, response: Response) {
  const { id, type, authenticatorAttachment } = credential;
  return {
    id,
    rawId: encodeBase64url(credential.rawId),
    type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
    ...(authenticatorAttachment && { authenticatorAttachment }),
  };
}

function encodeBase64url(bytes: ArrayBuffer) {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// By hand, and not by `parseCreationOptionsFromJSON` and `toJSON`: Safari has them since 18.4 only, and the credentials
// that some password managers' extensions make throw "Illegal invocation" in `toJSON`.

/** @returns {boolean} whether this browser has passkeys on this page: they need https, or localhost */
export function hasPasskeys() {
  return "PublicKeyCredential" in window;
}

/**
 * Makes a passkey.
 * @param {any} options as the API gives them
 * @returns {Promise<import("./client/index.js").RegistrationCredential>} what the API takes as `credential`
 * @throws {DOMException} where the user or the browser refuses
 */
export async function createPasskey(options) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(withBytes),
    },
  });
  const credential = /** @type {PublicKeyCredential} */ (made);
  const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
  return credentialJson(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/**
 * Signs a challenge with a passkey that the user picks.
 * @param {any} options as the API gives them
 * @param {Pick<CredentialRequestOptions, "mediation" | "signal">} [how] offered in a dialog unless told otherwise
 * @returns {Promise<import("./client/index.js").LoginCredential>} what the API takes as `credential`
 * @throws {DOMException} where the user or the browser refuses
 */
export async function usePasskey(options, how = {}) {
  const used = await navigator.credentials.get({
    ...how,
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map(withBytes),
    },
  });
  const credential = /** @type {PublicKeyCredential} */ (used);
  const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
  return credentialJson(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
  });
}

/**
 * @template Response
 * @param {PublicKeyCredential} credential
 * @param {Response} response its response, in JSON's types
 */
function credentialJson(credential, response) {
  const { id, type, authenticatorAttachment } = credential;
  return {
    id,
    rawId: textOf(credential.rawId),
    type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
    ...(authenticatorAttachment && { authenticatorAttachment }),
  };
}

/** @param {{ id: string }} descriptor */
function withBytes(descriptor) {
  return { ...descriptor, id: bytesOf(descriptor.id) };
}

/** @param {string} text base64url */
function bytesOf(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} bytes */
function textOf(bytes) {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Not `parseCreationOptionsFromJSON` and `toJSON`: Safari has them only since 18.4, and `toJSON` throws "Illegal
// invocation" on the credentials of some password manager extensions.

let relyingPartyId = location.hostname;

/** @returns {string} the relying party of the last prompt, which may be a parent domain of the page's host */
export function lastRelyingPartyId() {
  return relyingPartyId;
}

/** @returns {boolean} whether passkeys are available: the browser supports them, and the page is on https or localhost */
export function hasPasskeySupport() {
  return "PublicKeyCredential" in window;
}

/**
 * Creates a passkey.
 * @param {any} options `data.options` of startRegistration
 * @returns {Promise<import("./client/index.js").RegistrationCredential>} the `credential` for finishRegistration
 * @throws {DOMException} if the user or the browser rejects the prompt
 */
export async function createPasskey(options) {
  relyingPartyId = options.rp.id ?? relyingPartyId;
  const result = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: decodeBase64url(options.challenge),
      user: { ...options.user, id: decodeBase64url(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(decodeDescriptor),
    },
  });
  const credential = /** @type {PublicKeyCredential} */ (result);
  const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
  return toCredentialJson(credential, {
    clientDataJSON: encodeBase64url(response.clientDataJSON),
    attestationObject: encodeBase64url(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/**
 * Signs a challenge with a passkey that the user picks.
 * @param {any} options `data.options` of startLogin
 * @param {Pick<CredentialRequestOptions, "mediation" | "signal">} [request] by default, the browser opens a dialog
 * @returns {Promise<import("./client/index.js").LoginCredential>} the `credential` for finishLogin
 * @throws {DOMException} if the user or the browser rejects the prompt
 */
export async function getPasskey(options, request = {}) {
  relyingPartyId = options.rpId ?? relyingPartyId;
  const result = await navigator.credentials.get({
    ...request,
    publicKey: {
      ...options,
      challenge: decodeBase64url(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map(decodeDescriptor),
    },
  });
  const credential = /** @type {PublicKeyCredential} */ (result);
  const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
  return toCredentialJson(credential, {
    clientDataJSON: encodeBase64url(response.clientDataJSON),
    authenticatorData: encodeBase64url(response.authenticatorData),
    signature: encodeBase64url(response.signature),
    ...(response.userHandle && { userHandle: encodeBase64url(response.userHandle) }),
  });
}

/**
 * @template Response
 * @param {PublicKeyCredential} credential
 * @param {Response} response the credential's response, in JSON types
 */
function toCredentialJson(credential, response) {
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

/** @param {{ id: string }} descriptor */
function decodeDescriptor(descriptor) {
  return { ...descriptor, id: decodeBase64url(descriptor.id) };
}

/** @param {string} text */
function decodeBase64url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} bytes */
function encodeBase64url(bytes) {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

import { account, relyingPartyId } from "./session.js";

// Web Authentication level 3, "Signal Credential Changes to the Authenticator": the page tells the user's password manager
// which passkeys and names are current. Browsers without these methods keep what they have. A failed login is never
// reported: the server responds with the same 401 for all reasons, so the passkey may be valid.

/** @typedef {"signalUnknownCredential" | "signalAllAcceptedCredentials" | "signalCurrentUserDetails"} SignalName */

/**
 * Reports all passkeys of the account, so that others disappear from the user's password manager.
 * @param {string} userId
 * @param {readonly string[]} [credentialIds] by default, those that the server lists
 */
export async function signalAcceptedPasskeys(userId, credentialIds) {
  if (!isSupported("signalAllAcceptedCredentials")) return;
  const allAcceptedCredentialIds = credentialIds ?? (await listCredentialIds());
  await send("signalAllAcceptedCredentials", { userId, allAcceptedCredentialIds });
}

/**
 * Reports a passkey that was deleted from the account.
 * @param {string} credentialId
 */
export async function signalDeletedPasskey(credentialId) {
  await send("signalUnknownCredential", { credentialId });
}

/**
 * Reports the user's current name and email address, which the browser shows with the passkeys.
 * @param {import("./client/index.js").User} user
 */
export async function signalUserDetails({ id, email, name }) {
  await send("signalCurrentUserDetails", { userId: id, name: email, displayName: name });
}

/** @param {SignalName} name */
function isSupported(name) {
  return "PublicKeyCredential" in window && name in PublicKeyCredential;
}

async function listCredentialIds() {
  const { data } = await account.listPasskeys();
  return data.passkeys.map(({ credentialId }) => credentialId);
}

/**
 * @param {SignalName} name
 * @param {object} details without the relying party
 */
async function send(name, details) {
  if (!isSupported(name)) return;
  const signal = /** @type {(options: object) => Promise<void>} */ (Reflect.get(PublicKeyCredential, name));
  // A hint: without it, the password manager shows what it had. The user's action itself has succeeded.
  await signal.call(PublicKeyCredential, { rpId: relyingPartyId(), ...details }).catch(() => {});
}

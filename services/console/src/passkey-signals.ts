import type { User } from "@placard/client";
import { accountWithoutDialogs, relyingPartyId } from "./session.ts";

// Web Authentication level 3, "Signal Credential Changes to the Authenticator": the page tells the user's password manager
// which passkeys and names are current. Browsers without these methods keep what they have. A failed login is never
// reported: the server responds with the same 401 for all reasons, so the passkey may be valid.
//
// Signals are hints: if one fails, the password manager shows what it had. The user's action itself has succeeded, so
// these functions never reject.

export type SignalName =
  "signalUnknownCredential" | "signalAllAcceptedCredentials" | "signalCurrentUserDetails";

/**
 * Reports all passkeys of the account, so that others disappear from the user's password manager.
 * @param credentialIds by default, those that the server lists
 */
export async function signalAcceptedPasskeys(userId: string, credentialIds?: readonly string[]) {
  await send("signalAllAcceptedCredentials", async () => {
    const allAcceptedCredentialIds = credentialIds ?? (await listCredentialIds());
    return { userId, allAcceptedCredentialIds };
  });
}

/** Reports a passkey that was deleted from the account. */
export async function signalDeletedPasskey(credentialId: string) {
  await send("signalUnknownCredential", () => ({ credentialId }));
}

/** Reports the user's current name and email address, which the browser shows with the passkeys. */
export async function signalUserDetails({ id, email, name }: User) {
  await send("signalCurrentUserDetails", () => ({ userId: id, name: email, displayName: name }));
}

async function listCredentialIds() {
  const { data } = await accountWithoutDialogs.listPasskeys();
  return data.passkeys.map(({ credentialId }) => credentialId);
}

/** @param getDetails the signal without the relying party */
async function send(name: SignalName, getDetails: () => object | Promise<object>) {
  if (!("PublicKeyCredential" in window && name in PublicKeyCredential)) return;
  const signal = Reflect.get(PublicKeyCredential, name) as (options: object) => Promise<void>;
  const rpId = relyingPartyId();
  try {
    await signal.call(PublicKeyCredential, { rpId, ...(await getDetails()) });
  } catch {
    // see above
  }
}

import { PlacardError, type PlacardClient, type User } from "@placard/client";
import { readSession } from "../app/stored-session.ts";

// Web Authentication level 3, "Signal Credential Changes to the Authenticator": the page tells the user's
// password manager which passkeys and names are current. Browsers without these methods keep theirs. A failed
// login is never reported: the response is 401 for all reasons, so the passkey may be valid. Signals are
// hints, and the user's action has succeeded, so these functions never reject.

type SignalName = "signalUnknownCredential" | "signalAllAcceptedCredentials" | "signalCurrentUserDetails";

/** Reports all passkeys of the account, so that others disappear from the user's password manager. */
export async function signalAcceptedPasskeys(userId: string, client: PlacardClient) {
  await send("signalAllAcceptedCredentials", async () => {
    const { data } = await client.listPasskeys();
    const allAcceptedCredentialIds = data.passkeys.map(({ credentialId }) => credentialId);
    return { userId, allAcceptedCredentialIds };
  });
}

/** Reports that the account has no passkeys any more, because it was deleted. */
export async function signalDeletedAccount(userId: string) {
  await send("signalAllAcceptedCredentials", () => ({ userId, allAcceptedCredentialIds: [] }));
}

/** Reports a passkey that was deleted from the account. */
export async function signalDeletedPasskey(credentialId: string) {
  await send("signalUnknownCredential", () => ({ credentialId }));
}

/** Reports a new passkey that the server does not permit (`PASSKEY_POLICY`), if `finish` fails for that. */
export async function reportIfNotPermitted<Result>({ id }: { id: string }, finish: Promise<Result>) {
  try {
    return await finish;
  } catch (error) {
    const isNotPermitted = error instanceof PlacardError && error.code === "passkey_not_permitted";
    if (isNotPermitted) await signalDeletedPasskey(id);
    throw error;
  }
}

/** Reports the user's current name and email address, which the browser shows with the passkeys. */
export async function signalUserDetails({ id, email, name }: User) {
  await send("signalCurrentUserDetails", () => ({ userId: id, name: email, displayName: name }));
}

/** @param getDetails the signal without the relying party */
async function send(name: SignalName, getDetails: () => object | Promise<object>) {
  if (!("PublicKeyCredential" in window && name in PublicKeyCredential)) return;
  const signal = Reflect.get(PublicKeyCredential, name) as (options: object) => Promise<void>;
  const rpId = readSession()?.relyingPartyId ?? location.hostname;
  try {
    await signal.call(PublicKeyCredential, { rpId, ...(await getDetails()) });
  } catch {
    // see above
  }
}

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAccount, useUser } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { focusTitle } from "../components/focus.ts";
import { addPasskey } from "./add-passkey.tsx";
import { listPasskeyPlaces } from "./credentials.ts";

/**
 * Offers to create a passkey on this device, after a sign-in with the passkey of a phone or tablet nearby.
 * Once for each account in this browser.
 */
export function PasskeyOffer() {
  const services = useConsole();
  const account = useAccount();
  const { id: userId } = useUser(services);
  const isShown = useSignal(false);
  const storageKey = `placard-passkey-offer-${userId}`;
  const { otherDevicePasskey: used, messages, actions } = services;

  async function offer(credentialId: string) {
    if (localStorage.getItem(storageKey) !== null) return;
    if (!(await listPasskeyPlaces()).includes("client-device")) return;
    const { data } = await account.api.listPasskeys();
    const passkey = data.passkeys.find((each) => each.credentialId === credentialId);
    if (!passkey?.transports.includes("hybrid")) return; // a security key is as near on the next device
    localStorage.setItem(storageKey, "shown");
    isShown.value = true;
  }

  useEffect(() => {
    const credentialId = used.value;
    used.value = undefined;
    if (credentialId !== undefined) void actions.run(() => offer(credentialId));
  }, []);

  function close() {
    isShown.value = false;
    focusTitle();
  }

  async function create() {
    await addPasskey(services, account, "client-device");
    close();
    messages.show("You can now sign in with a passkey of this device.");
  }

  if (!isShown.value) return null;
  return (
    <section class="card" aria-label="Passkey for this device">
      <p>
        You signed in with another device. With a passkey on this one, you won't need the other next time.
      </p>
      <div class="buttons">
        <button type="button" class="secondary" onClick={close}>
          Not now
        </button>
        <ActionButton onAction={create}>Create a passkey on this device</ActionButton>
      </div>
    </section>
  );
}

import type { RegistrationOptions } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount, useUser, type Account } from "../app/account.ts";
import { useConsole, type Console } from "../app/console.ts";
import { Choice } from "../components/choice.tsx";
import { Form } from "../components/form.tsx";
import { useLoaded } from "../components/loaded.tsx";
import { createPasskey, listPasskeyPlaces, type PasskeyPlace } from "./credentials.ts";
import { reportIfNotPermitted, signalAcceptedPasskeys } from "./passkey-signals.ts";

const placeNames: Readonly<Record<PasskeyPlace, string>> = {
  "client-device": "This device",
  hybrid: "Phone or tablet",
  "security-key": "Security key",
};

/** The form that adds a passkey to the account. */
export function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const services = useConsole();
  const account = useAccount();
  const places = useLoaded("the places for passkeys", listPasskeyPlaces).data.value ?? [];
  const chosen = useSignal<PasskeyPlace | undefined>(undefined);
  const place = () => chosen.value ?? places[0];

  async function add() {
    await addPasskey(services, account, place());
    await onAdded();
    services.messages.show("The passkey was added to your account.");
  }

  return (
    <Form onSubmit={add}>
      <fieldset>
        <legend>Where to keep the new passkey</legend>
        <Choice
          look="segments wrap"
          name="passkey-place"
          options={places.map((each) => [each, placeNames[each]])}
          selected={place()}
          onSelect={(next) => (chosen.value = next)}
        />
      </fieldset>
      <button type="submit">Add a passkey</button>
    </Form>
  );
}

/**
 * Adds a passkey to the account.
 * @param place what the browser offers first
 * @throws Error if the authenticator has a passkey of the account already
 */
export async function addPasskey(services: Console, { api }: Account, place: PasskeyPlace | undefined) {
  const { id, email, name } = useUser(services);
  const { data } = await api.startRegistration({ email, name });
  const credential = await createOtherPasskey({ ...data.options, ...(place && { hints: [place] }) });
  await reportIfNotPermitted(credential, api.finishRegistration({ email, credential }));
  void signalAcceptedPasskeys(id, services.client);
}

async function createOtherPasskey(options: RegistrationOptions) {
  try {
    return await createPasskey(options);
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === "InvalidStateError")) throw cause;
    const text = "This device already has a passkey of your account. Use another device or a security key.";
    throw new Error(text, { cause });
  }
}

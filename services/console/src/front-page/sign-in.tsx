import { useSignal } from "@preact/signals";
import { useConsole } from "../app/console.ts";
import { TextField } from "../components/fields.tsx";
import { titleId } from "../components/focus.ts";
import { Form, type FormValues } from "../components/form.tsx";
import { getPasskey, hasImmediateMode, type PasskeyPlace } from "../passkeys/credentials.ts";
import type { Autofill } from "./autofill.ts";
import type { OnSignedIn } from "./front-page.tsx";
import { focusSignUp } from "./sign-up.tsx";

export function SignIn({ autofill, onSignedIn }: { autofill: Autofill; onSignedIn: OnSignedIn }) {
  const { client } = useConsole();
  const hasNoPasskey = useSignal(false);

  async function signIn({ texts: { email } }: FormValues) {
    const isSecondTry = hasNoPasskey.value;
    hasNoPasskey.value = false;
    try {
      await autofill.pauseFor(async () => {
        const { data: start } = await client.startLogin({ email });
        // Other devices and security keys are left to the second try: most people have neither at hand.
        const hasTwoTries = email === undefined && (await hasImmediateMode());
        const isImmediate = hasTwoTries && !isSecondTry;
        const hints: PasskeyPlace[] = hasTwoTries && isSecondTry ? ["hybrid", "security-key"] : [];
        const credential = await getPasskey(
          { hints, ...start.options },
          isImmediate ? { uiMode: "immediate" } : {},
        );
        const { data } = await client.finishLogin({ email, credential });
        await onSignedIn(data, start.options.rpId, "You are signed in.", credential);
      });
    } catch (error) {
      // The same error for a prompt that was closed and for a device without a passkey.
      if (!(error instanceof DOMException && error.name === "NotAllowedError")) throw error;
      hasNoPasskey.value = true;
    }
  }

  return (
    <section class="card" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        Sign in
      </h2>
      <Form onSubmit={signIn}>
        <TextField
          label={
            <>
              Email <span class="aside">(optional)</span>
            </>
          }
          name="email"
          type="email"
          autocomplete="username webauthn"
          maxLength={254}
          hint="Leave it empty to choose from all passkeys that your device has for this site."
        />
        <div role="alert">{hasNoPasskey.value && <NoPasskey />}</div>
        <button type="submit">Sign in with a passkey</button>
      </Form>
      <p class="below-form">
        <a href="#recover">Lost your passkey?</a>
      </p>
    </section>
  );
}

/** What to do without a passkey. */
function NoPasskey() {
  return (
    <p class="notice">
      No passkey was used: the prompt was closed or timed out, or this device has no passkey for this site.
      Try again to use another device or a security key,{" "}
      <a
        href="#/"
        onClick={(event) => {
          event.preventDefault();
          focusSignUp();
        }}
      >
        create an account
      </a>
      , or <a href="#recover">recover yours</a>.
    </p>
  );
}

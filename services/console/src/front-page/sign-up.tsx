import type { AuthConfig } from "@placard/client";
import { useEffect } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { EmailField, UserNameField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";
import type { Loadable } from "../components/loaded.tsx";
import { createPasskey } from "../passkeys/credentials.ts";
import { reportIfNotPermitted } from "../passkeys/passkey-signals.ts";
import type { Autofill } from "./autofill.ts";
import type { OnSignedIn } from "./front-page.tsx";

const titleId = "sign-up-title";

/** What the card says, by who may register. */
const texts = {
  open: "Your device creates a passkey, protected by your fingerprint, face or screen lock.",
  invite:
    "You need an invitation to create an account here. Ask the operator of this server for one, and open its link.",
  closed: "Sign-up is closed: no new accounts can be created on this server.",
};

/** Moves the focus to the form, or to the reason why there is none. */
export function focusSignUp() {
  const title = document.getElementById(titleId);
  (title?.parentElement?.querySelector("input") ?? title)?.focus();
}

/** The form that creates an account, or the reason why the user may not. */
export function SignUp({
  autofill,
  onSignedIn,
  config,
}: {
  autofill: Autofill;
  onSignedIn: OnSignedIn;
  config: Loadable<AuthConfig>;
}) {
  const { client, link } = useConsole();
  const invitation = link.value?.name === "register" ? link.value.parameters : undefined;
  const invite = invitation?.get("invite") ?? undefined;
  /** The only address that the invitation is valid for. */
  const invitedEmail = invitation?.get("email") ?? "";
  const mode = modeOf(config, invite !== undefined);
  useEffect(() => {
    if (invitation) document.getElementById(titleId)?.focus();
  }, [invitation]);

  async function signUp({ texts: { email = "", name = "" } }: FormValues) {
    await autofill.pauseFor(async () => {
      const { data: start } = await client.startRegistration({ email, name, invite });
      const credential = await createPasskey(start.options);
      const finish = client.finishRegistration({ email, credential });
      const { data } = await reportIfNotPermitted(credential, finish);
      await onSignedIn(data, start.options.rp.id, "Your account was created, and you are signed in.");
    });
  }

  return (
    <section class="card" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        Create an account
      </h2>
      <p>{mode && texts[mode]}</p>
      {mode === "open" && (
        <Form onSubmit={signUp}>
          <EmailField key={invitedEmail} defaultValue={invitedEmail} readOnly={invitedEmail !== ""} />
          <UserNameField />
          <button type="submit">Create account and passkey</button>
        </Form>
      )}
    </section>
  );
}

/** @returns undefined until it is known; `open` if the server did not say it */
function modeOf({ data, error }: Loadable<AuthConfig>, hasInvite: boolean) {
  if (error.value !== undefined) return "open";
  return data.value?.signup === "invite" && hasInvite ? "open" : data.value?.signup;
}

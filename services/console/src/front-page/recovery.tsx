import { PlacardError } from "@placard/client";
import { useConsole } from "../app/console.ts";
import { FieldError } from "../components/field-errors.ts";
import { EmailField, TextField } from "../components/fields.tsx";
import { titleId } from "../components/focus.ts";
import { Form, type FormValues } from "../components/form.tsx";
import { createPasskey } from "../passkeys/credentials.ts";
import { reportIfNotPermitted } from "../passkeys/passkey-signals.ts";
import type { Autofill } from "./autofill.ts";
import type { OnSignedIn } from "./front-page.tsx";

/** The form that creates a new passkey with a recovery code. A recovery link fills it in. */
export function Recovery({ autofill, onSignedIn }: { autofill: Autofill; onSignedIn: OnSignedIn }) {
  const { client, link } = useConsole();
  const given = link.value?.name === "recover" ? link.value.parameters : undefined;

  async function recover({ texts: { email = "", code = "" } }: FormValues) {
    await autofill.pauseFor(async () => {
      const { data: start } = await startRecovery(email, code);
      const credential = await createPasskey(start.options);
      const finish = client.finishRecovery({ email, credential });
      const { data } = await reportIfNotPermitted(credential, finish);
      await onSignedIn(
        data,
        start.options.rp.id,
        "Your new passkey was created. All other sessions were revoked.",
      );
    });
  }

  async function startRecovery(email: string, code: string) {
    try {
      return await client.startRecovery({ email, code });
    } catch (error) {
      if (!(error instanceof PlacardError && error.code === "authentication_failed")) throw error;
      const message =
        "Wrong email address or recovery code, or the code was used or has expired. Check both, or use another code.";
      throw new FieldError("code", message);
    }
  }

  return (
    <section class="card" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        Recover your account
      </h2>
      <p>Your device creates a new passkey. You are then signed out everywhere else.</p>
      <Form key={given} onSubmit={recover}>
        <EmailField defaultValue={given?.get("email") ?? ""} />
        <TextField
          label="Recovery code"
          name="code"
          what="a recovery code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          defaultValue={given?.get("code") ?? ""}
          maxLength={64}
          required
          hint="No recovery code? Ask the operator of this server for a recovery link."
        />
        <button type="submit">Create new passkey</button>
      </Form>
      <p class="below-form">
        <a href="#/">Back to sign-in</a>
      </p>
    </section>
  );
}

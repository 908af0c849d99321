import { onSubmit } from "./actions.ts";
import { PlacardError } from "@placard/client";
import { createPasskey } from "./credentials.ts";
import { getElement, readForm } from "./elements.ts";
import { FieldError } from "./form-errors.ts";
import { account } from "./session.ts";
import { withoutAutofill, type OnSignedIn } from "./sign-in.ts";

/** Sets up the form that creates a new passkey with a recovery code. */
export function setUpRecovery(onSignedIn: OnSignedIn) {
  const form = getElement("recover", HTMLFormElement);
  onSubmit(form, async () => {
    const { email = "", code = "" } = readForm(form);
    await withoutAutofill(onSignedIn, async () => {
      const { data: start } = await startRecovery(email, code);
      const credential = await createPasskey(start.options);
      const { data } = await account.finishRecovery({ email, credential });
      form.reset();
      await onSignedIn(data, "Your new passkey was created. All other sessions were revoked.");
    });
  });
}

async function startRecovery(email: string, code: string) {
  try {
    return await account.startRecovery({ email, code });
  } catch (error) {
    if (!(error instanceof PlacardError && error.code === "authentication_failed")) throw error;
    const message =
      "Wrong email address or recovery code, or the code was used or has expired. Check both, or use another code.";
    throw new FieldError("code", message);
  }
}

/** Fills in the form from a recovery link. */
export function fillRecovery(email: string, code: string) {
  getElement("recover-email", HTMLInputElement).value = email;
  getElement("recover-code", HTMLInputElement).value = code;
}

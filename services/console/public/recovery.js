import { onSubmit } from "./actions.js";
import { PlacardError } from "./client/index.js";
import { createPasskey } from "./credentials.js";
import { getElement, readForm } from "./elements.js";
import { account } from "./session.js";
import { withoutAutofill } from "./sign-in.js";

/**
 * Sets up the form that creates a new passkey with a recovery code.
 * @param {import("./sign-in.js").OnSignedIn} onSignedIn
 */
export function setUpRecovery(onSignedIn) {
  const form = /** @type {HTMLFormElement} */ (getElement("recover"));
  onSubmit(form, async () => {
    const { email = "", code = "" } = readForm(form);
    await withoutAutofill(onSignedIn, async () => {
      const { data: start } = await startRecovery(email, code);
      const credential = await createPasskey(start.options);
      const { data } = await account.finishRecovery({ email, credential });
      form.reset();
      await onSignedIn(data.token, "Your new passkey was created. All other sessions were revoked.");
    });
  });
}

/**
 * @param {string} email
 * @param {string} code
 */
async function startRecovery(email, code) {
  try {
    return await account.startRecovery({ email, code });
  } catch (error) {
    if (!(error instanceof PlacardError && error.code === "authentication_failed")) throw error;
    const message =
      "Wrong email address or recovery code, or the code was used or has expired. Check both, or use another code.";
    throw new Error(message, { cause: error });
  }
}

/**
 * Fills in the form from a recovery link.
 * @param {string} email
 * @param {string} code
 */
export function fillRecovery(email, code) {
  /** @type {HTMLInputElement} */ (getElement("recover-email")).value = email;
  /** @type {HTMLInputElement} */ (getElement("recover-code")).value = code;
}

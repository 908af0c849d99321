import { onSubmit, runAction } from "./actions.js";
import { startAutofill, stopAutofill } from "./autofill.js";
import { getPasskey, hasPasskeySupport } from "./credentials.js";
import { getElement, readForm } from "./elements.js";
import { account } from "./session.js";

/** Pause before autofill restarts after a failed prompt, so that an authenticator without a prompt does not loop. */
const restartDelayMs = 1_000;

/**
 * @callback OnSignedIn
 * @param {string} token
 * @param {string} message shown on the first view
 * @returns {Promise<void>}
 */

/**
 * Sets up the form that signs in.
 * @param {OnSignedIn} onSignedIn
 */
export function setUpSignIn(onSignedIn) {
  const signIn = /** @type {HTMLFormElement} */ (getElement("sign-in"));
  onSubmit(signIn, async () => {
    const { email } = readForm(signIn);
    await withoutAutofill(onSignedIn, async () => {
      const { data: start } = await account.startLogin({ email });
      const credential = await getPasskey(start.options);
      const { data } = await account.finishLogin({ email, credential });
      signIn.reset();
      await onSignedIn(data.token, "You are signed in.");
    });
  });
}

/**
 * Starts to offer passkeys in the autofill suggestions of the front page.
 * @param {OnSignedIn} onSignedIn
 * @param {number} [delayMs]
 * @throws {Error} if the browser does not support passkeys
 */
export function startPasskeyAutofill(onSignedIn, delayMs = 0) {
  if (!hasPasskeySupport()) {
    throw new Error(
      "Passkeys are not available. Open this page over https, in a browser that supports them.",
    );
  }
  void startAutofill((credential) => {
    void runAction(async () => {
      await withoutAutofill(onSignedIn, async () => {
        const { data } = await account.finishLogin({ credential });
        /** @type {HTMLFormElement} */ (getElement("sign-in")).reset();
        await onSignedIn(data.token, "You are signed in.");
      });
    });
  }, delayMs);
}

/**
 * Runs an action that may show a passkey prompt, with autofill stopped. Restarts autofill if the action fails.
 * @param {OnSignedIn} onSignedIn
 * @param {() => Promise<void>} action
 */
export async function withoutAutofill(onSignedIn, action) {
  stopAutofill();
  try {
    await action();
  } catch (error) {
    startPasskeyAutofill(onSignedIn, restartDelayMs);
    throw error;
  }
}

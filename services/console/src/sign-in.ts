import type { LoginResult } from "@placard/client";
import { onSubmit, runAction } from "./actions.ts";
import { startAutofill, stopAutofill } from "./autofill.ts";
import { getPasskey, hasPasskeySupport } from "./credentials.ts";
import { getElement, readForm } from "./elements.ts";
import { account } from "./session.ts";

/** Pause before autofill restarts after a failed prompt, so that an authenticator without a prompt does not loop. */
const restartDelayMs = 1_000;

/** The token of a new session, and when it expires. */
export type NewSession = Pick<LoginResult, "token" | "expiresAt">;

/** Called after the user has signed in. `message` is shown on the first view. */
export type OnSignedIn = (session: NewSession, message: string) => Promise<void>;

/** Sets up the form that signs in. */
export function setUpSignIn(onSignedIn: OnSignedIn) {
  const signIn = getElement("sign-in", HTMLFormElement);
  onSubmit(signIn, async () => {
    const { email } = readForm(signIn);
    showNoPasskey(false);
    try {
      await withoutAutofill(onSignedIn, async () => {
        const { data: start } = await account.startLogin({ email });
        const credential = await getPasskey(start.options);
        const { data } = await account.finishLogin({ email, credential });
        signIn.reset();
        await onSignedIn(data, "You are signed in.");
      });
    } catch (error) {
      // The same error for a prompt that was closed and for a device without a passkey.
      if (!(error instanceof DOMException && error.name === "NotAllowedError")) throw error;
      showNoPasskey(true);
    }
  });
  getElement("no-passkey-register").addEventListener("click", (event) => {
    event.preventDefault();
    const email = getElement("register-email");
    const isOpen = email.offsetParent !== null;
    (isOpen ? email : getElement("register-title")).focus();
  });
}

/** Shows what to do without a passkey, or hides it. */
export function showNoPasskey(isShown: boolean) {
  getElement("no-passkey").hidden = !isShown;
}

/**
 * Starts to offer passkeys in the autofill suggestions of the front page.
 * @throws Error if the browser does not support passkeys
 */
export function startPasskeyAutofill(onSignedIn: OnSignedIn, delayMs = 0) {
  if (!hasPasskeySupport()) {
    throw new Error(
      "Passkeys are not available. Open this page over https, in a browser that supports them.",
    );
  }
  void startAutofill((credential) => {
    void runAction(async () => {
      await withoutAutofill(onSignedIn, async () => {
        const { data } = await account.finishLogin({ credential });
        getElement("sign-in", HTMLFormElement).reset();
        await onSignedIn(data, "You are signed in.");
      });
    });
  }, delayMs);
}

/** Runs an action that may show a passkey prompt, with autofill stopped. Restarts autofill if the action fails. */
export async function withoutAutofill(onSignedIn: OnSignedIn, action: () => Promise<void>) {
  stopAutofill();
  try {
    await action();
  } catch (error) {
    startPasskeyAutofill(onSignedIn, restartDelayMs);
    throw error;
  }
}

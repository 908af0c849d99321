import { PlacardError } from "@placard/client";
import { getElement } from "./elements.ts";
import { checkFields, setUpFieldErrors, showFieldErrors } from "./form-errors.ts";
import { showError, showMessage } from "./message.ts";
import { CancelledError } from "./reauthentication.ts";
import { expireSession, hasToken } from "./session.ts";

let isBusy = false;

/** Runs an action when a form with valid fields is submitted. Errors about fields are shown beside them. */
export function onSubmit(form: HTMLFormElement, action: () => Promise<void>) {
  setUpFieldErrors(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!checkFields(form)) return;
    void runAction(async () => {
      try {
        await action();
      } catch (error) {
        if (!showFieldErrors(form, error)) throw error;
      }
    });
  });
}

/** Runs an action when a button is clicked. */
export function onClick(button: HTMLElement, action: () => Promise<void>) {
  button.addEventListener("click", () => void runAction(action));
}

/**
 * Runs one user action at a time, because a browser shows only one passkey prompt, and shows its error. Buttons are not
 * disabled meanwhile: a disabled button loses the keyboard focus.
 */
export async function runAction(action: () => Promise<void>) {
  if (isBusy) return;
  isBusy = true;
  getElement("main").ariaBusy = "true";
  showMessage("");
  try {
    await action();
  } catch (error) {
    reportError(error);
  } finally {
    isBusy = false;
    getElement("main").ariaBusy = "false";
  }
}

/** Loads the content of a view and shows its error. Runs in parallel with actions and keeps the current message. */
export async function load(loadContent: () => Promise<void>) {
  try {
    await loadContent();
  } catch (error) {
    reportError(error);
  }
}

function reportError(error: unknown) {
  if (error instanceof CancelledError) return showMessage(error.message);
  if (!(error instanceof PlacardError && error.code === "unauthorized")) return showError(error);
  // Without a token, the user has signed out since the request, or another response has reported the end of the session.
  if (!hasToken()) return;
  expireSession();
  showError(new Error("Your session has expired or was revoked. Sign in again."));
}

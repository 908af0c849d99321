import { PlacardError } from "./client/index.js";
import { getElement } from "./elements.js";
import { showError, showMessage } from "./message.js";
import { CancelledError } from "./reauthentication.js";
import { expireSession, hasToken } from "./session.js";

let isBusy = false;

/**
 * Runs an action when a form is submitted.
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} action
 */
export function onSubmit(form, action) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void runAction(action);
  });
}

/**
 * Runs an action when a button is clicked.
 * @param {HTMLElement} button
 * @param {() => Promise<void>} action
 */
export function onClick(button, action) {
  button.addEventListener("click", () => void runAction(action));
}

/**
 * Runs one user action at a time, because a browser shows only one passkey prompt, and shows its error. Buttons are not
 * disabled meanwhile: a disabled button loses the keyboard focus.
 * @param {() => Promise<void>} action
 */
export async function runAction(action) {
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

/**
 * Loads the content of a view and shows its error. Runs in parallel with actions and keeps the current message.
 * @param {() => Promise<void>} loadContent
 */
export async function load(loadContent) {
  try {
    await loadContent();
  } catch (error) {
    reportError(error);
  }
}

/** @param {unknown} error */
function reportError(error) {
  if (error instanceof CancelledError) return showMessage(error.message);
  if (!(error instanceof PlacardError && error.code === "unauthorized")) return showError(error);
  // Without a token, the user has signed out since the request, or another response has reported the end of the session.
  if (!hasToken()) return;
  expireSession();
  showError(new Error("Your session has expired or was revoked. Sign in again."));
}

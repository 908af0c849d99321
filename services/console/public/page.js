import { PlacardError } from "./client/index.js";
import { sayFailure, say } from "./message.js";
import { endSession, hasToken } from "./session.js";

let busy = false;

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * The fields that hold something, without white space at their ends.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function formValues(form) {
  const fields = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : "",
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}

/**
 * Does something whenever the form is sent, and says what went wrong with it.
 * @param {string} id the form's
 * @param {(form: HTMLFormElement) => Promise<void>} work
 */
export function onSubmit(id, work) {
  const form = /** @type {HTMLFormElement} */ (element(id));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(() => work(form));
  });
}

/**
 * Does something whenever the button is pressed, and says what went wrong with it.
 * @param {HTMLElement} button
 * @param {() => Promise<void>} work
 */
export function onClick(button, work) {
  button.addEventListener("click", () => void attempt(work));
}

/**
 * Does one thing at a time: a browser shows one passkey prompt. Buttons stay enabled meanwhile, as a disabled one
 * loses the keyboard's focus.
 * @param {() => Promise<void>} work
 */
export async function attempt(work) {
  if (busy) return;
  busy = true;
  element("main").ariaBusy = "true";
  say("");
  try {
    await work();
  } catch (error) {
    explain(error);
  } finally {
    busy = false;
    element("main").ariaBusy = "false";
  }
}

/**
 * Fetches what a view shows, and says what went wrong with it. Beside whatever is being done, and leaves what was said.
 * @param {() => Promise<void>} work
 */
export async function load(work) {
  try {
    await work();
  } catch (error) {
    explain(error);
  }
}

/** @param {unknown} error */
function explain(error) {
  const ended = error instanceof PlacardError && error.code === "unauthorized" && hasToken();
  if (ended) endSession();
  sayFailure(ended ? new Error("Your session has ended. Sign in again.") : error);
}

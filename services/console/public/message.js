import { ApiError } from "./api.js";

const region = /** @type {HTMLElement} */ (document.getElementById("message"));

/** What to say of a passkey prompt that failed, by the DOMException's name (Web Authentication, clauses 5.1.3, 5.1.4). */
const promptFailures = new Map([
  [
    "NotAllowedError",
    "No passkey was used: the prompt was closed, or nobody answered it in time. Try again.",
  ],
  ["InvalidStateError", "This device has a passkey for that account already. Sign in with it."],
  ["NotSupportedError", "This device can't make the kind of passkey that is asked for. Try another one."],
  ["SecurityError", "Passkeys of this site don't work at this address. Open it at its public one."],
]);

/**
 * Says something to the user, in place of what was said before.
 * @param {string} text "" for nothing
 */
export function say(text) {
  region.classList.remove("failed");
  region.replaceChildren(...(text ? [paragraph(text)] : []));
}

/**
 * Says what went wrong, and under which request id where the server knows it.
 * @param {unknown} error
 */
export function sayFailure(error) {
  region.classList.add("failed");
  region.replaceChildren(...lines(error));
}

/** @param {unknown} error */
function lines(error) {
  if (error instanceof ApiError) {
    const details = error.details.map(({ path, message }) => paragraph(`${path}: ${message}`));
    return [paragraph(error.message), ...details, paragraph(`Request id: ${error.requestId}`, "request-id")];
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return [paragraph(promptFailures.get(name) ?? message)];
}

/**
 * @param {string} text
 * @param {string} [className]
 */
function paragraph(text, className = "") {
  return Object.assign(document.createElement("p"), { textContent: text, className });
}

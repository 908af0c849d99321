import { build } from "./build.js";
import { PlacardError } from "./client/index.js";

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

/** What the client finds out by itself, where there is more to advise than it knows. */
const ownFailures = new Map([
  ["network_error", "The server can't be reached. Check your connection and try again."],
  ["timeout", "The server did not answer in time. Try again."],
]);

/**
 * Says something to the user, in place of what was said before.
 * @param {string} text "" for nothing
 */
export function say(text) {
  region.classList.remove("failed");
  region.replaceChildren(...(text ? [build("p", {}, text)] : []));
}

/**
 * Says what went wrong, and under which request id where the server knows it.
 * @param {unknown} error
 */
export function sayFailure(error) {
  region.classList.add("failed");
  region.replaceChildren(...failureLines(error));
}

/**
 * What went wrong, a paragraph a thing.
 * @param {unknown} error
 * @returns {HTMLElement[]}
 */
export function failureLines(error) {
  if (error instanceof PlacardError) {
    const { message, details, requestId, code } = error;
    return [
      build("p", {}, ownFailures.get(code) ?? message),
      ...details.map(({ path, message: fault }) => build("p", {}, `${path}: ${fault}`)),
      ...(requestId ? [build("p", { className: "request-id" }, `Request id: ${requestId}`)] : []),
    ];
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return [build("p", {}, promptFailures.get(name) ?? message)];
}

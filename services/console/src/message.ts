import { PlacardError } from "@placard/client";
import { createElement, getElement } from "./elements.ts";

/** Messages for failed passkey prompts, by the DOMException's name (Web Authentication, clauses 5.1.3 and 5.1.4). */
const promptErrors = new Map([
  ["NotAllowedError", "No passkey was used: the prompt was closed or timed out. Try again."],
  ["InvalidStateError", "This device already has a passkey for this account. Sign in with it."],
  ["NotSupportedError", "This device does not support the required kind of passkey. Use another device."],
  ["SecurityError", "Passkeys can't be used at this address. Open the console at its public URL."],
]);

/** Messages for the client's own errors, written for the console's users instead of developers. */
const clientErrors = new Map([
  ["network_error", "The server could not be reached. Check your connection and try again."],
  ["timeout", "The server did not respond in time. Try again."],
]);

/**
 * Shows a message in place of the previous one.
 * @param text "" removes the message
 */
export function showMessage(text: string) {
  const region = getElement("message");
  region.classList.remove("failed");
  region.replaceChildren(...(text ? [createElement("p", {}, text)] : []));
}

/** Shows an error in place of the previous message. */
export function showError(error: unknown) {
  const region = getElement("message");
  region.classList.add("failed");
  region.replaceChildren(...describeError(error));
}

/** Describes an error in paragraphs: message, details, and the request ID if there is one. */
export function describeError(error: unknown): HTMLElement[] {
  if (error instanceof PlacardError) {
    const { message, details, requestId, code } = error;
    return [
      createElement("p", {}, clientErrors.get(code) ?? message),
      ...details.map((detail) => createElement("p", {}, `${detail.path}: ${detail.message}`)),
      ...(requestId ? [createElement("p", { className: "request-id" }, `Request ID: ${requestId}`)] : []),
    ];
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return [createElement("p", {}, promptErrors.get(name) ?? message)];
}

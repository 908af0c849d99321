import { PlacardError, type ErrorDetail } from "@placard/client";
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

/** How long a message that is no error is shown, in ms. */
const visibleMs = 4_000;
/** The duration of the fade-out in console.css, in ms. */
const fadeMs = 300;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets up the toast that shows messages: its close button, and the pause while the pointer or the focus is on it. */
export function setUpMessages() {
  const toast = getElement("toast");
  const close = () => {
    const hadFocus = toast.contains(document.activeElement);
    showMessage("");
    if (hadFocus) getElement("main").focus();
  };
  getElement("close-message").addEventListener("click", close);
  toast.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  for (const type of ["pointerenter", "focusin"]) toast.addEventListener(type, cancelFade);
  for (const type of ["pointerleave", "focusout"]) toast.addEventListener(type, fadeSoon);
}

/**
 * Shows a message in place of the previous one. It fades after 4 seconds.
 * @param text "" removes the message
 */
export function showMessage(text: string) {
  show(text ? [createElement("p", {}, text)] : [], false);
  fadeSoon();
}

/** Shows an error in place of the previous message, until the user closes it. */
export function showError(error: unknown) {
  show(describeError(error), true);
}

function show(paragraphs: readonly HTMLElement[], isError: boolean) {
  cancelFade();
  getElement("toast").classList.toggle("failed", isError);
  getElement("message").replaceChildren(...paragraphs);
}

function cancelFade() {
  clearTimeout(timer);
  getElement("toast").classList.remove("fading");
}

function fadeSoon() {
  cancelFade();
  const toast = getElement("toast");
  if (toast.classList.contains("failed") || toast.matches(":hover, :focus-within")) return;
  timer = setTimeout(() => {
    toast.classList.add("fading");
    timer = setTimeout(() => show([], false), fadeMs);
  }, visibleMs);
}

/**
 * Describes an error in paragraphs: the message, or else what is wrong with each field. The request ID is for the operator, so
 * only errors of the service have it.
 */
export function describeError(error: unknown): HTMLElement[] {
  if (error instanceof PlacardError) {
    const { summary, details, requestId, code, status = 0 } = error;
    const id = status >= 500 && requestId;
    return [
      ...(details.length === 0 ? [createElement("p", {}, clientErrors.get(code) ?? summary)] : []),
      ...details.map((detail) => createElement("p", {}, describeDetail(detail))),
      ...(id ? [createElement("p", { className: "request-id" }, `Request ID: ${id}`)] : []),
    ];
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return [createElement("p", {}, promptErrors.get(name) ?? message)];
}

/** “title must be at most 300 characters”: the name of the field instead of its JSON pointer. */
function describeDetail({ path, message }: ErrorDetail): string {
  const field = path.split("/").findLast((part) => /[^\d]/.test(part)) ?? "";
  return field === "" ? message : `${field}: ${message}`;
}

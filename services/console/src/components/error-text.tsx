import { PlacardError, type ErrorDetail } from "@placard/client";
import { MessageText } from "./page.tsx";

/** Messages for failed passkey prompts, by DOMException name (Web Authentication, 5.1.3 and 5.1.4). */
const promptErrors: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey was used: the prompt was closed or timed out. Try again.",
  InvalidStateError: "This device already has a passkey for this account. Sign in with it.",
  NotSupportedError: "This device does not support the required kind of passkey. Use another device.",
  SecurityError: "Passkeys can't be used at this address. Open the console at its public URL.",
};

/** Messages for errors by their code, written for the console's users instead of developers. */
const errorTexts: Readonly<Record<string, string>> = {
  network_error: "The server could not be reached. Check your connection and try again.",
  timeout: "The server did not respond in time. Try again.",
};

/**
 * An error in paragraphs: its message, or else what is wrong with each field. The request ID is for the
 * operator, so only errors of the service have it.
 */
export function ErrorText({ error }: { error: unknown }) {
  if (!(error instanceof PlacardError)) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return (
      <p>
        <MessageText text={promptErrors[name] ?? message} />
      </p>
    );
  }
  const { summary, details, requestId, code, status = 0 } = error;
  return (
    <>
      {details.length === 0 && <p>{errorTexts[code] ?? summary}</p>}
      {details.map((detail) => (
        <p>{describeDetail(detail)}</p>
      ))}
      {status >= 500 && requestId && <p class="hint">Request ID: {requestId}</p>}
    </>
  );
}

/** “title: must be at most 300 characters”: the name of the field instead of its JSON pointer. */
function describeDetail({ path, message }: ErrorDetail): string {
  const field = path.split("/").findLast((part) => /[^\d]/.test(part)) ?? "";
  return field === "" ? message : `${field}: ${message}`;
}

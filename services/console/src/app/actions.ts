import { PlacardError } from "@placard/client";
import { signal } from "@preact/signals";
import type { Messages } from "./messages.ts";
import type { Session } from "./session.ts";
import { readSession } from "./stored-session.ts";

/** The user did not confirm an action. */
export class CancelledError extends Error {}

export type Actions = ReturnType<typeof createActions>;

/** What happens when the user clicks a button or submits a form. */
export function createActions(messages: Messages, session: Session) {
  const isBusy = signal(false);

  /** Shows an error. Signs out if the server has rejected the session. */
  function report(error: unknown) {
    if (error instanceof CancelledError) return messages.show(error.message);
    if (!isUnauthorized(error)) return messages.showError(error);
    // Without a session, the user has signed out since the request, or another response ended the session.
    if (readSession() === undefined) return;
    session.end();
    messages.showError(new Error("Your session has expired or was revoked. Sign in again."));
  }

  return {
    isBusy,
    report,
    /**
     * Runs one action at a time, because a browser shows only one passkey prompt, and shows its error.
     * Buttons are not disabled while it runs: a disabled button loses the keyboard focus.
     */
    async run(action: () => Promise<unknown>) {
      if (isBusy.value) return;
      isBusy.value = true;
      messages.close();
      try {
        await action();
      } catch (error) {
        report(error);
      } finally {
        isBusy.value = false;
      }
    },
  };
}

/** Whether the server has rejected the session. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof PlacardError && error.code === "unauthorized";
}

import { signal } from "@preact/signals";

/** What the toast shows. */
export type Message = { text: string; error?: undefined } | { text?: undefined; error: unknown };

export type Messages = ReturnType<typeof createMessages>;

/** The message at the top of the window. There is one at a time. */
export function createMessages() {
  const current = signal<Message>();
  return {
    current,
    /** Shows a message in place of the previous one. It fades after 4 seconds. */
    show(text: string) {
      current.value = { text };
    },
    /** Shows an error in place of the previous message, until the user closes it. */
    showError(error: unknown) {
      current.value = { error };
    },
    close() {
      current.value = undefined;
    },
  };
}

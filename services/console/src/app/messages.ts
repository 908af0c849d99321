import { signal, type ReadonlySignal } from "@preact/signals";

/** What the toast shows. */
export type Message = { text: string; error?: undefined } | { text?: undefined; error: unknown };

/** The message at the bottom of the window. There is one at a time. */
export interface Messages {
  current: ReadonlySignal<Message | undefined>;
  /** Shows a message in place of the previous one. It fades after 4 seconds. */
  show: (text: string) => void;
  /** Shows an error in place of the previous message, until the user closes it. */
  showError: (error: unknown) => void;
  close: () => void;
}

export function createMessages(): Messages {
  const current = signal<Message>();
  return {
    current,
    show(text) {
      current.value = { text };
    },
    showError(error) {
      current.value = { error };
    },
    close() {
      current.value = undefined;
    },
  };
}

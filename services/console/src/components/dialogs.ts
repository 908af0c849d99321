import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { FormValues } from "./form.tsx";

export interface DialogOptions<Result> {
  title: string;
  /** A function gets what cancels the dialog. */
  content: ComponentChildren | ((cancel: () => void) => ComponentChildren);
  /** The label of the submit button. */
  action: string;
  /** Whether the action can't be undone. */
  isDangerous?: boolean;
  /**
   * Errors are shown in the dialog, which stays open.
   * @param signal is aborted when the user cancels
   */
  submit: (values: FormValues, signal: AbortSignal) => Result | Promise<Result>;
}

export interface OpenDialog extends DialogOptions<unknown> {
  /** Resolves the promise of `open`. Only the first call has an effect. */
  settle: (result: unknown) => void;
  remove: () => void;
}

export type Dialogs = ReturnType<typeof createDialogs>;

/** The dialogs of the page. One may open another, such as that for a passkey. */
export function createDialogs() {
  const shown = signal<readonly OpenDialog[]>([]);
  /** @returns undefined if the user cancels */
  const open = <Result>(options: DialogOptions<Result>) =>
    new Promise<Result | undefined>((resolve) => {
      const dialog: OpenDialog = {
        ...options,
        settle: (result) => resolve(result as Result | undefined),
        remove() {
          shown.value = shown.value.filter((each) => each !== dialog);
        },
      };
      shown.value = [...shown.value, dialog];
    });
  return {
    shown,
    open,
    /** Cancels all dialogs. */
    closeAll() {
      shown.value = [];
    },
    /**
     * Asks the user to confirm an action that can't be undone.
     * @returns the fields of `content`; undefined if the user cancels
     */
    confirm: (options: Pick<DialogOptions<unknown>, "title" | "content" | "action">) =>
      open({ ...options, isDangerous: true, submit: (values) => values }),
  };
}

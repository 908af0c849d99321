import { signal, type ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { FormValues } from "./form.tsx";

export interface DialogOptions<Result> {
  title: string;
  content: ComponentChildren;
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

/** The dialogs of the page. One may open another, such as that for a passkey. */
export interface Dialogs {
  shown: ReadonlySignal<readonly OpenDialog[]>;
  /** @returns undefined if the user cancels */
  open: <Result>(options: DialogOptions<Result>) => Promise<Result | undefined>;
  /**
   * Asks the user to confirm an action that can't be undone.
   * @returns the fields of `content`; undefined if the user cancels
   */
  confirm: (options: {
    title: string;
    content: ComponentChildren;
    action: string;
  }) => Promise<FormValues | undefined>;
}

export function createDialogs(): Dialogs {
  const shown = signal<readonly OpenDialog[]>([]);
  const open: Dialogs["open"] = <Result>(options: DialogOptions<Result>) =>
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
    confirm: (options) => open({ ...options, isDangerous: true, submit: (values) => values }),
  };
}

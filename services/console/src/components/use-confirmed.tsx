import type { ComponentChildren } from "preact";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { focusTitle } from "./focus.ts";
import type { Loadable } from "./loaded.tsx";

/** An action that can't be undone. */
interface ConfirmedAction {
  title: string;
  /** What it does. */
  content: ComponentChildren;
  /** The label of its button. */
  action: string;
  run: () => Promise<unknown>;
  /** Shown when it is done. */
  message: string;
}

/**
 * Returns a function that asks the user, runs an action, and loads a list again, if there is one. It resolves
 * with false if the user cancels.
 */
export function useConfirmed(list?: Pick<Loadable<unknown>, "refresh">) {
  const { messages } = useConsole();
  const { dialogs } = useAccount();
  return async ({ title, content, action, run, message }: ConfirmedAction) => {
    if (!(await dialogs.confirm({ title, content: <p>{content}</p>, action }))) return false;
    await run();
    await list?.refresh();
    focusTitle(); // the button may be gone
    messages.show(message);
    return true;
  };
}

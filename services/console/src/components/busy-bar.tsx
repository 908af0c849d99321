import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";

/** Shows that an action takes long, such as an upload. Hidden while a dialog waits for the user. */
export function BusyBar() {
  const { isBusy } = useConsole().actions;
  const { shown } = useAccount().dialogs;
  return isBusy.value && shown.value.length === 0 ? <div class="busy-bar" /> : null;
}

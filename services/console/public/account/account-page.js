import { load } from "../actions.js";
import { onOpen } from "../router.js";
import { account } from "../session.js";
import { setUpDeletion } from "./deletion.js";
import { clearEmailVerification, showEmailVerification } from "./email-verification.js";
import { clearEvents, setUpEvents, showEvents } from "./events.js";
import { setUpExport } from "./export.js";
import { loadNames } from "./names.js";
import { resetProfile, setUpProfile } from "./profile.js";
import { clearRecoveryCodes, setUpRecoveryCodes, showRecoveryCodeCount } from "./recovery-codes.js";
import { clearUsage, showUsage } from "./usage.js";

/**
 * Sets up the view of the account.
 * @param {object} listeners
 * @param {(user: import("../client/index.js").User) => void} listeners.onChange called after the name or the email
 *   address was changed
 * @param {() => void} listeners.onDeleted called after the account was deleted
 */
export function setUpAccountPage({ onChange, onDeleted }) {
  setUpProfile((user) => {
    onChange(user);
    refresh();
  });
  setUpRecoveryCodes(refresh);
  setUpEvents();
  setUpExport();
  setUpDeletion(onDeleted);
  onOpen("account", () => {
    resetProfile();
    clearRecoveryCodes();
    refresh();
  });
}

/** Removes the user's data from the view. */
export function clearAccountPage() {
  clearEmailVerification();
  clearRecoveryCodes();
  clearEvents();
  clearUsage();
}

function refresh() {
  void load(showAccount);
  void load(showActivity);
}

async function showAccount() {
  const { data } = await account.getAccount();
  showRecoveryCodeCount(data.summary.recoveryCodes);
  await showEmailVerification(data.user);
}

async function showActivity() {
  const names = await loadNames();
  await Promise.all([showEvents(names), showUsage(names)]);
}

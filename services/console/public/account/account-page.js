import { load } from "../actions.js";
import { onOpen } from "../router.js";
import { account } from "../session.js";
import { clearEvents, setUpEvents, showEvents } from "./events.js";
import { loadNames } from "./names.js";
import { resetProfile, setUpProfile } from "./profile.js";
import { clearRecoveryCodes, setUpRecoveryCodes, showRecoveryCodeCount } from "./recovery-codes.js";

/**
 * Sets up the view of the account.
 * @param {(user: import("../client/index.js").User) => void} onChange called after the name or the email address was changed
 */
export function setUpAccountPage(onChange) {
  setUpProfile(onChange);
  setUpRecoveryCodes();
  setUpEvents();
  onOpen("account", () => {
    resetProfile();
    clearRecoveryCodes();
    void load(showAccount);
    void load(showActivity);
  });
}

/** Removes the user's data from the view. */
export function clearAccountPage() {
  clearRecoveryCodes();
  clearEvents();
}

async function showAccount() {
  const { data } = await account.getAccount();
  showRecoveryCodeCount(data.summary.recoveryCodes);
}

async function showActivity() {
  await showEvents(await loadNames());
}

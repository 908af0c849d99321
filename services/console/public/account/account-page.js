import { load } from "../actions.js";
import { onOpen } from "../router.js";
import { clearEvents, setUpEvents, showEvents } from "./events.js";
import { loadNames } from "./names.js";
import { resetProfile, setUpProfile } from "./profile.js";

/**
 * Sets up the view of the account.
 * @param {(user: import("../client/index.js").User) => void} onChange called after the name or the email address was changed
 */
export function setUpAccountPage(onChange) {
  setUpProfile(onChange);
  setUpEvents();
  onOpen("account", () => {
    resetProfile();
    void load(showActivity);
  });
}

/** Removes the user's data from the view. */
export function clearAccountPage() {
  clearEvents();
}

async function showActivity() {
  await showEvents(await loadNames());
}

import { onClick, runAction } from "./actions.js";
import { stopAutofill } from "./autofill.js";
import { getElement } from "./elements.js";
import { setUpKeys } from "./keys.js";
import { showMessage } from "./message.js";
import { clearPasskeys, setUpPasskeys } from "./passkeys.js";
import { revokePlaygroundKey } from "./playground/key.js";
import { clearPlayground, setUpPlayground } from "./playground/playground.js";
import { focusHeading, setSignedIn, setUpRouter } from "./router.js";
import { account, clearToken, hasToken, sessionEvents, storeToken } from "./session.js";
import { clearSessions, setUpSessions } from "./sessions.js";
import { setUpSignIn, startPasskeyAutofill } from "./sign-in.js";

setUpSignIn(enterAccount);
setUpPlayground();
const clearKeys = setUpKeys();
setUpPasskeys();
setUpSessions();
setUpRouter();
sessionEvents.addEventListener("expired", leaveAccount);
onClick(getElement("sign-out"), async () => {
  await revokePlaygroundKey();
  await account.logout();
  leaveAccount();
  showMessage("You are signed out.");
});

const hadToken = hasToken();
await runAction(async () => {
  if (hadToken) await showAccount();
  else leaveAccount();
});

/**
 * @param {string} token
 * @param {string} message
 */
async function enterAccount(token, message) {
  stopAutofill();
  storeToken(token);
  await showAccount();
  focusHeading();
  showMessage(message);
}

async function showAccount() {
  const { data } = await account.getSession();
  getElement("account-name").textContent = data.user.name;
  getElement("account-email").textContent = data.user.email;
  setSignedIn(true);
}

function leaveAccount() {
  const wasSignedIn = getElement("signed-out").hidden && !getElement("signed-in").hidden;
  clearToken();
  clearKeys();
  clearPasskeys();
  clearSessions();
  clearPlayground();
  getElement("account-name").textContent = "";
  getElement("account-email").textContent = "";
  setSignedIn(false);
  if (wasSignedIn) focusHeading();
  startPasskeyAutofill(enterAccount);
}

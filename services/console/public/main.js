import { clearAccountPage, setUpAccountPage } from "./account/account-page.js";
import { resetProfile, showProfile } from "./account/profile.js";
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
setUpAccountPage(showUser);
setUpRouter();
sessionEvents.addEventListener("expired", leaveAccount);
onClick(getElement("sign-out"), async () => {
  const isRevoked = await revokePlaygroundKey();
  await account.logout();
  leaveAccount();
  const keyText =
    " The playground's key was not revoked, because that needs your passkey. It expires within a day.";
  showMessage(`You are signed out.${isRevoked ? "" : keyText}`);
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
  showUser(data.user);
  setSignedIn(true);
}

/** @param {Pick<import("./client/index.js").User, "name" | "email">} user */
function showUser({ name, email }) {
  getElement("user-name").textContent = name;
  getElement("user-email").textContent = email;
  showProfile({ name, email });
}

function leaveAccount() {
  const wasSignedIn = getElement("signed-out").hidden && !getElement("signed-in").hidden;
  clearToken();
  clearKeys();
  clearPasskeys();
  clearSessions();
  clearPlayground();
  clearAccountPage();
  showUser({ name: "", email: "" });
  resetProfile();
  setSignedIn(false);
  if (wasSignedIn) focusHeading();
  startPasskeyAutofill(enterAccount);
}

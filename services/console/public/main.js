import { clearAccountPage, setUpAccountPage } from "./account/account-page.js";
import { resetProfile, showProfile } from "./account/profile.js";
import { onClick, runAction } from "./actions.js";
import { stopAutofill } from "./autofill.js";
import { getElement } from "./elements.js";
import { openFrontPage, openFrontPageLink, setUpFrontPage } from "./front-page.js";
import { setUpKeys } from "./keys.js";
import { replaceAddress, takeLink } from "./links.js";
import { showMessage } from "./message.js";
import { signalAcceptedPasskeys } from "./passkey-signals.js";
import { clearPasskeys, setUpPasskeys } from "./passkeys.js";
import { revokePlaygroundKey } from "./playground/key.js";
import { clearPlayground, setUpPlayground } from "./playground/playground.js";
import { focusHeading, setSignedIn, setUpRouter } from "./router.js";
import { account, clearToken, hasToken, sessionEvents, storeToken } from "./session.js";
import { clearSessions, setUpSessions } from "./sessions.js";

setUpFrontPage(enterAccount);
setUpPlayground();
const clearKeys = setUpKeys();
setUpPasskeys();
setUpSessions();
setUpAccountPage({
  onChange: showUser,
  onDeleted() {
    leaveAccount();
    showMessage("Your account was deleted.");
  },
});
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

const link = takeLink();
const hadToken = hasToken();
await runAction(async () => {
  if (hadToken) await showAccount();
  else leaveAccount();
});
await openLink(link);
addEventListener("hashchange", () => void openLink(takeLink()));

/** @param {import("./links.js").Link | undefined} opened */
async function openLink(opened) {
  if (!opened) return;
  await runAction(async () => {
    if (opened.name === "verify-email") {
      const { data } = await account.verifyEmail({ token: opened.parameters.get("token") ?? "" });
      showMessage(`The email address ${data.email} is verified.`);
    } else if (hasToken()) showMessage("You are signed in. To use the link, sign out and open it again.");
    else await openFrontPageLink(opened);
  });
}

/**
 * @param {string} token
 * @param {string} message
 */
async function enterAccount(token, message) {
  stopAutofill();
  storeToken(token);
  if (!location.hash.startsWith("#/")) replaceAddress(""); // not "#recover"
  const user = await showAccount();
  focusHeading();
  showMessage(message);
  void signalAcceptedPasskeys(user.id);
}

async function showAccount() {
  const { data } = await account.getSession();
  showUser(data.user);
  setSignedIn(true);
  return data.user;
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
  openFrontPage(enterAccount);
}

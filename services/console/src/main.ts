import type { User } from "@placard/client";
import { clearAccountPage, setUpAccountPage } from "./account/account-page.ts";
import { resetProfile, showProfile } from "./account/profile.ts";
import { onClick, runAction } from "./actions.ts";
import { clearAssetImages } from "./asset-images.ts";
import { setUpBrandPage } from "./brand/brand-page.ts";
import { setUpBrandSetup } from "./brand/brand-setup.ts";
import { stopAutofill } from "./autofill.ts";
import { getElement } from "./elements.ts";
import { openFrontPage, openFrontPageLink, setUpFrontPage } from "./front-page.ts";
import { setUpImages } from "./images/images-page.ts";
import { setUpKeys } from "./keys.ts";
import { replaceAddress, takeLink, type Link } from "./links.ts";
import { setUpMessages, showError, showMessage } from "./message.ts";
import { signalAcceptedPasskeys } from "./passkey-signals.ts";
import { clearPasskeys, setUpPasskeys } from "./passkeys.ts";
import { setUpPageCheck } from "./page-check/page-check-view.ts";
import { setUpPlayground } from "./playground/playground.ts";
import { focusHeading, setSignedIn, setUpRouter } from "./router.ts";
import { account, hasToken, sessionEvents, sessionToken, storeSession } from "./session.ts";
import { deleteSession, onOtherTab } from "./session-store.ts";
import { showNoPasskey, type NewSession } from "./sign-in.ts";
import { revokeSession } from "./sign-out.ts";
import { clearSamples } from "./templates/load-sample.ts";
import { setUpTemplatesPage } from "./templates/templates-page.ts";
import { clearSessions, setUpSessions } from "./sessions.ts";
import { setUpSites } from "./sites/sites-page.ts";
import { setUpWebhooks } from "./webhooks/webhooks-page.ts";

const unreachableText =
  "You are signed out in this browser, but the server could not be reached. Keep this page open: the session is revoked when the server can be reached again. Otherwise it expires by itself.";

setUpMessages();
setUpFrontPage(enterAccount);
const playground = setUpPlayground();
const clearBrandPage = setUpBrandPage();
const brandSetup = setUpBrandSetup(playground.reload);
const clearTemplatesPage = setUpTemplatesPage();
const clearImages = setUpImages();
const clearPageCheck = setUpPageCheck();
const clearSites = setUpSites();
const clearKeys = setUpKeys();
const clearWebhooks = setUpWebhooks();
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
onOtherTab((token, previous) => {
  if (token === undefined) {
    if (!isSignedIn()) return;
    leaveAccount();
    showMessage("You are signed out, because you signed out in another tab.");
  } else if (previous === undefined) void runAction(async () => void (await showAccount()));
  else location.reload(); // perhaps as another user
});
onClick(getElement("sign-out"), async () => {
  const token = sessionToken();
  leaveAccount();
  if (token === undefined || (await revokeSession(token))) showMessage("You are signed out.");
  else showError(new Error(unreachableText));
});

const link = takeLink();
const hadToken = hasToken();
await runAction(async () => {
  if (hadToken) await showAccount();
  else leaveAccount();
});
await openLink(link);
addEventListener("hashchange", () => void openLink(takeLink()));

async function openLink(opened: Link | undefined) {
  if (!opened) return;
  await runAction(async () => {
    if (opened.name === "verify-email") {
      const { data } = await account.verifyEmail({ token: opened.parameters.get("token") ?? "" });
      showMessage(`The email address ${data.email} is verified.`);
    } else if (hasToken()) showMessage("You are signed in. To use the link, sign out and open it again.");
    else openFrontPageLink(opened);
  });
}

async function enterAccount(session: NewSession, message: string) {
  stopAutofill();
  storeSession(session);
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
  brandSetup.open(data.user.id);
  return data.user;
}

function showUser({ name, email }: Pick<User, "name" | "email">) {
  getElement("user-name").textContent = name;
  getElement("user-email").textContent = email;
  showProfile({ name, email });
}

function isSignedIn() {
  return getElement("signed-out").hidden && !getElement("signed-in").hidden;
}

function leaveAccount() {
  showNoPasskey(false);
  const wasSignedIn = isSignedIn();
  deleteSession();
  clearTemplatesPage();
  clearBrandPage();
  brandSetup.clear();
  clearAssetImages();
  clearSamples();
  clearImages();
  clearPageCheck();
  clearSites();
  clearKeys();
  clearWebhooks();
  clearPasskeys();
  clearSessions();
  playground.clear();
  clearAccountPage();
  showUser({ name: "", email: "" });
  resetProfile();
  setSignedIn(false);
  if (wasSignedIn) focusHeading();
  openFrontPage(enterAccount);
}

import { load } from "./actions.js";
import { getElement } from "./elements.js";
import { fillRecovery, setUpRecovery } from "./recovery.js";
import { setUpSignIn, startPasskeyAutofill } from "./sign-in.js";
import { setUpSignUp, showSignUpMode, useInvitation } from "./sign-up.js";

/** @typedef {import("./sign-in.js").OnSignedIn} OnSignedIn */

/**
 * Sets up the front page: sign-in, sign-up and recovery.
 * @param {OnSignedIn} onSignedIn
 */
export function setUpFrontPage(onSignedIn) {
  setUpSignIn(onSignedIn);
  setUpSignUp(onSignedIn);
  setUpRecovery(onSignedIn);
  addEventListener("hashchange", () => {
    if (getElement("signed-out").hidden) return;
    showForms();
    getElement(isRecovery() ? "recover-title" : "sign-in-title").focus();
  });
}

/**
 * Opens the front page.
 * @param {OnSignedIn} onSignedIn
 * @throws {Error} if the browser does not support passkeys
 */
export function openFrontPage(onSignedIn) {
  showForms();
  void load(showSignUpMode);
  startPasskeyAutofill(onSignedIn);
}

/**
 * Opens a link for people who are not signed in: an invitation or a recovery link.
 * @param {import("./links.js").Link} link
 */
export async function openFrontPageLink({ name, parameters }) {
  showForms();
  const email = parameters.get("email") ?? "";
  if (name === "recover") {
    fillRecovery(email, parameters.get("code") ?? "");
    getElement("recover-title").focus();
    return;
  }
  useInvitation(parameters.get("invite") ?? undefined, email);
  await showSignUpMode();
  getElement("register-title").focus();
}

/** Shows the form for recovery at `#recover`, and the forms for sign-in and sign-up otherwise. */
function showForms() {
  getElement("sign-in-card").hidden = isRecovery();
  getElement("register-card").hidden = isRecovery();
  getElement("recover-card").hidden = !isRecovery();
}

function isRecovery() {
  return location.hash === "#recover";
}

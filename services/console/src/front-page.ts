import type { Link } from "./links.ts";
import { load } from "./actions.ts";
import { getElement } from "./elements.ts";
import { setUpPublicPlayground, showPublicPlayground } from "./playground/public-playground.ts";
import { fillRecovery, setUpRecovery } from "./recovery.ts";
import { setUpSignIn, startPasskeyAutofill, type OnSignedIn } from "./sign-in.ts";
import { setUpSignUp, showSignUpMode, useInvitation } from "./sign-up.ts";

/** Sets up the front page: sign-in, sign-up and recovery. */
export function setUpFrontPage(onSignedIn: OnSignedIn) {
  setUpSignIn(onSignedIn);
  setUpSignUp(onSignedIn);
  setUpRecovery(onSignedIn);
  setUpPublicPlayground();
  addEventListener("hashchange", () => {
    if (getElement("signed-out").hidden) return;
    showForms();
    getElement(isRecovery() ? "recover-title" : "sign-in-title").focus();
  });
}

/**
 * Opens the front page.
 * @throws Error if the browser does not support passkeys
 */
export function openFrontPage(onSignedIn: OnSignedIn) {
  showForms();
  void load(showSignUpMode);
  void load(showPublicPlayground);
  startPasskeyAutofill(onSignedIn);
}

/** Opens a link for people who are not signed in: an invitation or a recovery link. */
export function openFrontPageLink({ name, parameters }: Link) {
  showForms();
  const email = parameters.get("email") ?? "";
  if (name === "recover") {
    fillRecovery(email, parameters.get("code") ?? "");
    getElement("recover-title").focus();
    return;
  }
  useInvitation(parameters.get("invite") ?? undefined, email);
  void load(showSignUpMode);
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

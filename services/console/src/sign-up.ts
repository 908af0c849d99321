import { showAddressNotice } from "./address-notice.ts";
import { onSubmit } from "./actions.ts";
import { createPasskey } from "./credentials.ts";
import { getElement, readForm } from "./elements.ts";
import { account } from "./session.ts";
import { withoutAutofill, type OnSignedIn } from "./sign-in.ts";

/** What the card of the form says, by who may register. */
const texts = {
  open: "Your device creates a passkey, protected by your fingerprint, face or screen lock.",
  invite:
    "You need an invitation to create an account here. Ask the operator of this server for one, and open its link.",
  closed: "Sign-up is closed: no new accounts can be created on this server.",
};

let invite: string | undefined;

/** Sets up the form that creates an account. */
export function setUpSignUp(onSignedIn: OnSignedIn) {
  const form = getElement("register", HTMLFormElement);
  onSubmit(form, async () => {
    const { email = "", name = "" } = readForm(form);
    await withoutAutofill(onSignedIn, async () => {
      const { data: start } = await account.startRegistration({ email, name, invite });
      const credential = await createPasskey(start.options);
      const { data } = await account.finishRegistration({ email, credential });
      useInvitation(undefined, "");
      form.reset();
      await onSignedIn(data, "Your account was created, and you are signed in.");
    });
  });
}

/**
 * Uses an invitation for the next registration.
 * @param email the only email address it is valid for; "" if it is valid for any
 */
export function useInvitation(token: string | undefined, email: string) {
  invite = token;
  const input = getElement("register-email", HTMLInputElement);
  input.value = email;
  input.readOnly = email !== "";
}

/** Shows the form if the user may register, and the reason otherwise. */
export async function showSignUpMode() {
  let mode: keyof typeof texts = "open";
  try {
    const { data } = await account.getAuthConfig();
    showAddressNotice(data);
    mode = data.signup === "invite" && invite !== undefined ? "open" : data.signup;
  } finally {
    getElement("sign-up-text").textContent = texts[mode];
    getElement("register").hidden = mode !== "open";
  }
}

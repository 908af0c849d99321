import { onClick } from "../actions.js";
import { createElement, getElement } from "../elements.js";
import { showMessage } from "../message.js";
import { account } from "../session.js";

/**
 * Shows whether the email address is verified. Shows nothing if the server sends no mail.
 * @param {import("../client/index.js").AccountUser} user
 */
export async function showEmailVerification({ email, emailVerified }) {
  const { data } = await account.getAuthConfig();
  const content = emailVerified
    ? [createElement("p", { className: "hint" }, "Your email address is verified.")]
    : [
        createElement(
          "p",
          {},
          `Your email address is not verified. Open the link in the email that was sent to ${email}.`,
        ),
        createSendButton(email),
      ];
  getElement("email-verification").replaceChildren(...content);
  getElement("email-verification").hidden = !data.hasMail;
}

/** Removes the state from the page. */
export function clearEmailVerification() {
  getElement("email-verification").hidden = true;
  getElement("email-verification").replaceChildren();
}

/** @param {string} email */
function createSendButton(email) {
  const button = createElement("button", { type: "button", className: "secondary" }, "Send email again");
  onClick(button, async () => {
    await account.sendVerificationMail();
    showMessage(`An email was sent to ${email}.`);
  });
  return button;
}

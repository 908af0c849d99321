import type { AccountUser } from "@placard/client";
import { onClick } from "../actions.ts";
import { createElement, getElement } from "../elements.ts";
import { showMessage } from "../message.ts";
import { account } from "../session.ts";

/** Shows whether the email address is verified. Shows nothing if the server sends no mail. */
export async function showEmailVerification({ email, emailVerified }: AccountUser) {
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

function createSendButton(email: string) {
  const button = createElement("button", { type: "button", className: "secondary" }, "Send email again");
  onClick(button, async () => {
    await account.sendVerificationMail();
    showMessage(`An email was sent to ${email}.`);
  });
  return button;
}

import type { User } from "@placard/client";
import { onSubmit } from "../actions.ts";
import { getElement, readForm } from "../elements.ts";
import { showMessage } from "../message.ts";
import { signalUserDetails } from "../passkey-signals.ts";
import { account } from "../session.ts";

const fields = ["email", "name"] as const;

let saved: Pick<User, "email" | "name"> = { email: "", name: "" };

/** Sets up the form that changes the user's name and email address. */
export function setUpProfile(onChange: (user: User) => void) {
  onSubmit(getForm(), async () => {
    const { email = "", name = "" } = readForm(getForm());
    const changes = {
      ...(email.toLowerCase() !== saved.email && { email }),
      ...(name !== saved.name && { name }),
    };
    if (Object.keys(changes).length === 0) return showMessage("Your name and email are unchanged.");
    const { data } = await account.updateAccount(changes);
    onChange(data.user);
    resetProfile();
    showMessage("Your account was updated.");
    void signalUserDetails(data.user);
  });
}

/** Shows the name and the email address, except where the user has edited them. */
export function showProfile({ email, name }: Pick<User, "email" | "name">) {
  const previous = saved;
  saved = { email, name };
  for (const field of fields) {
    const input = getInput(field);
    if (input.value === previous[field]) input.value = saved[field];
  }
}

/** Undoes the user's edits. */
export function resetProfile() {
  for (const field of fields) getInput(field).value = saved[field];
}

function getInput(field: "email" | "name") {
  return getElement(`profile-${field}`, HTMLInputElement);
}

function getForm() {
  return getElement("profile", HTMLFormElement);
}

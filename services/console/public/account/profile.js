import { onSubmit } from "../actions.js";
import { getElement, readForm } from "../elements.js";
import { showMessage } from "../message.js";
import { signalUserDetails } from "../passkey-signals.js";
import { account } from "../session.js";

/** @typedef {import("../client/index.js").User} User */

const fields = /** @type {const} */ (["email", "name"]);

/** @type {Pick<User, "email" | "name">} */
let saved = { email: "", name: "" };

/**
 * Sets up the form that changes the user's name and email address.
 * @param {(user: User) => void} onChange
 */
export function setUpProfile(onChange) {
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
    await signalUserDetails(data.user);
  });
}

/**
 * Shows the name and the email address, except where the user has edited them.
 * @param {Pick<User, "email" | "name">} user
 */
export function showProfile({ email, name }) {
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

/** @param {"email" | "name"} field */
function getInput(field) {
  return /** @type {HTMLInputElement} */ (getElement(`profile-${field}`));
}

function getForm() {
  return /** @type {HTMLFormElement} */ (getElement("profile"));
}

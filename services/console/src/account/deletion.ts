import type { Account } from "@placard/client";
import { onClick } from "../actions.ts";
import { openDialog } from "../dialogs.ts";
import { createElement, getElement } from "../elements.ts";
import { FieldError } from "../form-errors.ts";
import { signalAcceptedPasskeys } from "../passkey-signals.ts";
import { account } from "../session.ts";

/** What a deletion deletes, by its name in the summary: singular and plural. */
const nouns = {
  images: ["image, with its link", "images, with their links"],
  apiKeys: ["API key", "API keys"],
  signingKeys: [
    "signing key, with all links signed with it",
    "signing keys, with all links signed with them",
  ],
  passkeys: ["passkey", "passkeys"],
  recoveryCodes: ["recovery code", "recovery codes"],
  sessions: ["session", "sessions"],
} as const;

/** Sets up the button that deletes the account. */
export function setUpDeletion(onDeleted: () => void) {
  onClick(getElement("delete-account"), async () => {
    const { data } = await account.getAccount();
    if (!(await confirmDeletion(data))) return;
    await account.deleteAccount();
    await signalAcceptedPasskeys(data.user.id, []);
    onDeleted();
  });
}

async function confirmDeletion({ user, summary }: Account) {
  const input = createElement("input", {
    id: "dialog-email",
    name: "email",
    type: "email",
    required: true,
    autocomplete: "off",
  });
  const content = [
    createElement("p", {}, "This can't be undone. It deletes:"),
    createSummary(summary),
    createElement(
      "label",
      { htmlFor: "dialog-email" },
      "Type ",
      createElement("strong", {}, user.email),
      " to confirm",
    ),
    input,
  ];
  return await openDialog({
    title: "Delete your account?",
    content,
    action: "Delete account",
    isDangerous: true,
    submit() {
      if (input.value.trim().toLowerCase() === user.email) return true;
      throw new FieldError("email", `The email address does not match. Type ${user.email}.`);
    },
  });
}

function createSummary(summary: Account["summary"]) {
  const items = Object.entries(nouns).map(([name, [one, many]]) => {
    const count = summary[name as keyof typeof nouns];
    if (count === null) return createElement("li", {}, "all images, with their links");
    const prefix = name === "images" && summary.hasMoreImages ? "more than " : "";
    const text = `${prefix}${count.toLocaleString("en")} ${count === 1 ? one : many}`;
    return count > 0 && createElement("li", {}, text);
  });
  const profile = createElement("li", {}, "your name, email address, usage and security events");
  return createElement("ul", {}, ...items, profile);
}

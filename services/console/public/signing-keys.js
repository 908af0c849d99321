import { confirmed } from "./ask.js";
import { shownOnce } from "./copy.js";
import { fact, showList } from "./list.js";
import { say } from "./message.js";
import { element, formValues, load, onSubmit } from "./page.js";
import { onOpen } from "./router.js";
import { account } from "./session.js";
import { timeElement } from "./times.js";

/** Takes every signing key off the page. */
export function forgetSigningKeys() {
  element("new-signing-key").replaceChildren();
  showList("signing-key-list", []);
}

/** Lets the page make, list and revoke the keys of signed links. */
export function wireSigningKeys() {
  onOpen("signing-keys", () => {
    element("new-signing-key").replaceChildren();
    void load(listKeys);
  });
  onSubmit("make-signing-key", async (form) => {
    const { name = "" } = formValues(form);
    element("new-signing-key").replaceChildren();
    const { data } = await account.createSigningKey({ name });
    const secrets = [
      { label: "the id", text: data.id, what: "The signing key's id" },
      { label: "the secret", text: data.secret, what: "The secret" },
    ];
    element("new-signing-key").replaceChildren(
      shownOnce(`The signing key “${data.name}” is made: an id (kid) and a secret.`, secrets),
    );
    form.reset();
    await listKeys();
    say("The signing key is made.");
  });
}

async function listKeys() {
  const { data } = await account.listSigningKeys();
  showList("signing-key-list", data.signingKeys.map(keyItem));
  element("no-signing-keys").hidden = data.signingKeys.length > 0;
}

/** @param {import("./client/index.js").SigningKey} key */
function keyItem({ id, name, hint, createdAt, lastUsedAt }) {
  return {
    title: name,
    facts: [
      `kid ${id}`,
      `secret plks_…${hint}`,
      fact("made ", timeElement(createdAt)),
      lastUsedAt === null ? "never used" : fact("last used ", timeElement(lastUsedAt)),
    ],
    actions: [{ label: "Revoke", name: `Revoke ${name}`, work: () => revoke(id, name) }],
  };
}

/**
 * @param {string} id
 * @param {string} name
 */
async function revoke(id, name) {
  const question = {
    title: `Revoke the signing key “${name}”?`,
    text: "Every link that was signed with it stops working at once, on pages that are out there too.",
    action: "Revoke the signing key",
  };
  if (!(await confirmed(question))) return;
  await account.revokeSigningKey(id);
  element("new-signing-key").replaceChildren();
  await listKeys();
  element("signing-keys-title").focus();
  say(`The signing key “${name}” is revoked.`);
}

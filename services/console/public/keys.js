import { confirmed } from "./ask.js";
import { shownOnce } from "./copy.js";
import { fact, showList } from "./list.js";
import { say } from "./message.js";
import { element, formValues, load, onSubmit } from "./page.js";
import { onOpen } from "./router.js";
import { account } from "./session.js";
import { timeElement } from "./times.js";

/** Takes every key off the page. */
export function forgetKeys() {
  element("new-key").replaceChildren();
  showList("key-list", []);
}

/** Lets the page make, list and revoke API keys. */
export function wireKeys() {
  onOpen("keys", () => {
    element("new-key").replaceChildren();
    void load(listKeys);
  });
  onSubmit("make-key", async (form) => {
    const { name = "", days } = formValues(form);
    element("new-key").replaceChildren();
    const expiresAt = days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : undefined;
    const { data } = await account.createApiKey({ name, expiresAt });
    const secret = { label: "the key", text: data.key, what: "The key" };
    element("new-key").replaceChildren(shownOnce(`The key “${data.name}” is made.`, [secret]));
    form.reset();
    await listKeys();
    say("The key is made.");
  });
}

async function listKeys() {
  const { data } = await account.listApiKeys();
  showList("key-list", data.keys.map(keyItem));
  element("no-keys").hidden = data.keys.length > 0;
}

/** @param {import("./client/index.js").ApiKey} key */
function keyItem({ id, name, hint, createdAt, expiresAt, lastUsedAt }) {
  const expired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const expiry = expiresAt === null ? "does not expire" : expired ? "expired " : "expires ";
  return {
    title: name,
    mark: expired ? "Expired" : "",
    facts: [
      `plk_…${hint}`,
      fact("made ", timeElement(createdAt)),
      lastUsedAt === null ? "never used" : fact("last used ", timeElement(lastUsedAt)),
      fact(expiry, ...(expiresAt === null ? [] : [timeElement(expiresAt)])),
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
    title: `Revoke the key “${name}”?`,
    text: "Programs that use it are refused at once. Images that were made with it stay.",
    action: "Revoke the key",
  };
  if (!(await confirmed(question))) return;
  await account.revokeApiKey(id);
  element("new-key").replaceChildren();
  await listKeys();
  element("keys-title").focus();
  say(`The key “${name}” is revoked.`);
}

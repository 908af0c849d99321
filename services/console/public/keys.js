import { call } from "./api.js";
import { element, formValues, onSubmit, onClick } from "./page.js";
import { say } from "./message.js";

/**
 * @typedef {object} Key what the API lists of a key
 * @property {string} id
 * @property {string} name
 * @property {string} hint its last four characters
 * @property {string} createdAt
 * @property {string | null} [lastUsedAt]
 */

/** Shows the user's keys, and no new one. */
export async function showKeys() {
  forgetNewKey();
  await listKeys();
}

/** Takes every key off the page. */
export function forgetKeys() {
  forgetNewKey();
  element("keys").replaceChildren();
}

/** Lets the page make, copy and revoke keys. */
export function wireKeys() {
  onSubmit("make-key", async (form) => {
    const { name } = formValues(form);
    forgetNewKey();
    const { key } = await call("POST", "keys", { name });
    element("new-key-title").textContent = `The key “${name}”. Copy it now: it is never shown again.`;
    element("new-key-text").textContent = key;
    element("new-key").hidden = false;
    form.reset();
    say("The key is made.");
    await listKeys();
  });
  onClick(element("copy-key"), async () => {
    await navigator.clipboard.writeText(element("new-key-text").textContent ?? "");
    say("The key is on the clipboard.");
  });
}

async function listKeys() {
  /** @type {{ keys: Key[] }} */
  const { keys } = await call("GET", "keys");
  element("keys").replaceChildren(...keys.map(listItem));
  element("no-keys").hidden = keys.length > 0;
}

function forgetNewKey() {
  element("new-key").hidden = true;
  element("new-key-text").textContent = "";
}

/** @param {Key} key */
function listItem({ id, name, hint, createdAt, lastUsedAt }) {
  const title = Object.assign(document.createElement("strong"), { textContent: name });
  const used = lastUsedAt ? `last used ${dayOf(lastUsedAt)}` : "never used";
  const facts = Object.assign(document.createElement("p"), {
    className: "hint",
    textContent: `plk_…${hint} · made ${dayOf(createdAt)} · ${used}`,
  });
  const text = document.createElement("div");
  text.append(title, facts);
  const revoke = Object.assign(document.createElement("button"), {
    className: "quiet",
    textContent: "Revoke",
    ariaLabel: `Revoke ${name}`,
  });
  onClick(revoke, async () => {
    if (!confirm(`Revoke the key “${name}”? Programs that use it are refused from then on.`)) return;
    await call("DELETE", `keys/${encodeURIComponent(id)}`);
    forgetNewKey();
    await listKeys();
    element("keys-title").focus();
    say(`The key “${name}” is revoked.`);
  });
  const item = document.createElement("li");
  item.append(text, revoke);
  return item;
}

/** @param {string} timestamp ISO 8601 */
function dayOf(timestamp) {
  return new Date(timestamp).toLocaleDateString(undefined, { dateStyle: "medium" });
}

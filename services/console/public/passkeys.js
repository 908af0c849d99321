import { load, onClick } from "./actions.js";
import { PlacardError } from "./client/index.js";
import { createPasskey } from "./credentials.js";
import { confirmAction, promptForText } from "./dialogs.js";
import { createElement, createFragment, getElement } from "./elements.js";
import { showList } from "./list.js";
import { showMessage } from "./message.js";
import { signalAcceptedPasskeys, signalDeletedPasskey } from "./passkey-signals.js";
import { onOpen } from "./router.js";
import { account, expireSession } from "./session.js";
import { createTime } from "./times.js";

/** @typedef {import("./client/index.js").Passkey} Passkey */

/** Removes all passkeys from the page. */
export function clearPasskeys() {
  showList("passkey-list", []);
}

/** Sets up the view that adds, lists, renames and deletes passkeys. */
export function setUpPasskeys() {
  onOpen("passkeys", () => void load(refresh));
  onClick(getElement("add-passkey"), async () => {
    const { data: current } = await account.getSession();
    const { email, name } = current.user;
    const { data } = await account.startRegistration({ email, name });
    const credential = await createPasskey(data.options);
    await account.finishRegistration({ email, credential });
    await refresh();
    showMessage("The passkey was added to your account.");
    await signalAcceptedPasskeys(current.user.id);
  });
}

async function refresh() {
  const { data } = await account.listPasskeys();
  showList("passkey-list", data.passkeys.map(describe));
}

/** @param {Passkey} passkey */
function describe(passkey) {
  const { id, name, createdAt, lastUsedAt, deviceType, backedUp } = passkey;
  return {
    title: name,
    badge: backedUp ? "Synced" : "",
    facts: [
      createFragment("created ", createTime(createdAt)),
      lastUsedAt === null ? "never used to sign in" : createFragment("last used ", createTime(lastUsedAt)),
      deviceType === "singleDevice" ? "stays on one device" : "can be synced to other devices",
    ],
    actions: [
      { label: "Rename", accessibleName: `Rename ${name}`, run: () => renamePasskey(id, name) },
      { label: "Delete", accessibleName: `Delete ${name}`, run: () => deletePasskey(passkey) },
    ],
  };
}

/**
 * @param {string} id
 * @param {string} name
 */
async function renamePasskey(id, name) {
  const title = `Rename “${name}”`;
  const newName = await promptForText({ title, label: "New name", value: name, action: "Rename" });
  if (newName === undefined) return;
  await account.renamePasskey(id, { name: newName });
  await refresh();
  getElement("passkeys-title").focus();
  showMessage(`The passkey was renamed to “${newName}”.`);
}

/** @param {Passkey} passkey */
async function deletePasskey({ id, name, credentialId }) {
  const title = `Delete the passkey “${name}”?`;
  const text =
    "You can no longer sign in with it, and browsers that signed in with it are signed out. Also delete it on your device, which would keep offering it.";
  const content = createRevocationField(await listKeysCreatedWith(id));
  const fields = await confirmAction({ title, text, content, action: "Delete passkey" });
  if (!fields) return;
  const revokeKeys = fields.has("revokeKeys");
  await account.deletePasskey(id, { revokeKeys });
  await signalDeletedPasskey(credentialId);
  const message = `The passkey “${name}” was deleted${revokeKeys ? ", and its keys were revoked" : ""}.`;
  try {
    await refresh();
  } catch (error) {
    if (!(error instanceof PlacardError && error.code === "unauthorized")) throw error;
    expireSession();
    showMessage(`${message} You are signed out, because you had signed in with it.`);
    return;
  }
  getElement("passkeys-title").focus();
  showMessage(message);
}

/**
 * @param {string} passkeyId
 * @returns {Promise<string[]>} the names of the keys that were created with the passkey
 */
async function listKeysCreatedWith(passkeyId) {
  const [apiKeys, signingKeys] = await Promise.all([account.listApiKeys(), account.listSigningKeys()]);
  return [...apiKeys.data.keys, ...signingKeys.data.signingKeys]
    .filter((key) => key.passkeyId === passkeyId)
    .map(({ name }) => name);
}

/** @param {readonly string[]} names */
function createRevocationField(names) {
  if (names.length === 0) return [];
  const label = "Also revoke the keys that were created with it. Do this if somebody else may have used it.";
  return [
    createElement(
      "label",
      { className: "checkbox" },
      createElement("input", { type: "checkbox", name: "revokeKeys", "aria-describedby": "keys-to-revoke" }),
      createElement("span", {}, label),
    ),
    createElement("ul", { id: "keys-to-revoke" }, ...names.map((name) => createElement("li", {}, name))),
  ];
}

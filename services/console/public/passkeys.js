import { load, onClick } from "./actions.js";
import { PlacardError } from "./client/index.js";
import { createPasskey } from "./credentials.js";
import { confirmAction, promptForText } from "./dialogs.js";
import { createFragment, getElement } from "./elements.js";
import { showList } from "./list.js";
import { showMessage } from "./message.js";
import { onOpen } from "./router.js";
import { account, expireSession } from "./session.js";
import { createTime } from "./times.js";

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
  });
}

async function refresh() {
  const { data } = await account.listPasskeys();
  showList("passkey-list", data.passkeys.map(describe));
}

/** @param {import("./client/index.js").Passkey} passkey */
function describe({ id, name, createdAt, lastUsedAt, deviceType, backedUp }) {
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
      { label: "Delete", accessibleName: `Delete ${name}`, run: () => deletePasskey(id, name) },
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

/**
 * @param {string} id
 * @param {string} name
 */
async function deletePasskey(id, name) {
  const title = `Delete the passkey “${name}”?`;
  const text =
    "You can no longer sign in with it, and browsers that signed in with it are signed out. Also delete it on your device, which would keep offering it.";
  if (!(await confirmAction({ title, text, action: "Delete passkey" }))) return;
  await account.deletePasskey(id);
  try {
    await refresh();
  } catch (error) {
    if (!(error instanceof PlacardError && error.code === "unauthorized")) throw error;
    expireSession();
    showMessage(`The passkey “${name}” was deleted. You are signed out, because you had signed in with it.`);
    return;
  }
  getElement("passkeys-title").focus();
  showMessage(`The passkey “${name}” was deleted.`);
}

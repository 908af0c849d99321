import { onClick } from "./actions.ts";
import { PlacardError, type Passkey, type RegistrationOptions } from "@placard/client";
import { createPasskey } from "./credentials.ts";
import { confirmAction, promptForText } from "./dialogs.ts";
import { createElement, createFragment, getElement } from "./elements.ts";
import { loadList, showList } from "./list.ts";
import { showMessage } from "./message.ts";
import { signalAcceptedPasskeys, signalDeletedPasskey } from "./passkey-signals.ts";
import { onOpen } from "./router.ts";
import { account, expireSession } from "./session.ts";
import { createTime } from "./times.ts";

/** Removes all passkeys from the page. */
export function clearPasskeys() {
  showList("passkey-list", []);
}

/** Sets up the view that adds, lists, renames and deletes passkeys. */
export function setUpPasskeys() {
  onOpen("passkeys", () => void loadList(getElement("passkey-list"), "your passkeys", refresh));
  onClick(getElement("add-passkey"), async () => {
    const { data: current } = await account.getSession();
    const { email, name } = current.user;
    const { data } = await account.startRegistration({ email, name });
    const credential = await createOtherPasskey(data.options);
    await account.finishRegistration({ email, credential });
    await refresh();
    showMessage("The passkey was added to your account.");
    void signalAcceptedPasskeys(current.user.id);
  });
}

/** @throws Error if the device has a passkey of the account already */
async function createOtherPasskey(options: RegistrationOptions) {
  try {
    return await createPasskey(options);
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === "InvalidStateError")) throw cause;
    const text = "This device already has a passkey of your account. Use another device or a security key.";
    throw new Error(text, { cause });
  }
}

async function refresh() {
  const { data } = await account.listPasskeys();
  const isLast = data.passkeys.length === 1;
  const requirement = isLast ? "Add another passkey first. Then you can delete this one." : undefined;
  showList(
    "passkey-list",
    data.passkeys.map((passkey) => describe(passkey, requirement)),
  );
}

/** @param requirement what to do before the passkey can be deleted */
function describe(passkey: Passkey, requirement: string | undefined) {
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
      { label: "Delete", accessibleName: `Delete ${name}`, run: () => deletePasskey(passkey), requirement },
    ],
  };
}

async function renamePasskey(id: string, name: string) {
  const title = `Rename “${name}”`;
  const newName = await promptForText({ title, label: "New name", value: name, action: "Rename" });
  if (newName === undefined) return;
  await account.renamePasskey(id, { name: newName });
  await refresh();
  getElement("passkeys-title").focus();
  showMessage(`The passkey was renamed to “${newName}”.`);
}

async function deletePasskey({ id, name, credentialId }: Passkey) {
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

/** @returns the names of the keys that were created with the passkey */
async function listKeysCreatedWith(passkeyId: string): Promise<string[]> {
  const [apiKeys, signingKeys] = await Promise.all([account.listApiKeys(), account.listSigningKeys()]);
  return [...apiKeys.data.keys, ...signingKeys.data.signingKeys]
    .filter((key) => key.passkeyId === passkeyId)
    .map(({ name }) => name);
}

function createRevocationField(names: readonly string[]) {
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

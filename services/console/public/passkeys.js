import { askText, confirmed } from "./ask.js";
import { createPasskey } from "./credentials.js";
import { fact, showList } from "./list.js";
import { say } from "./message.js";
import { element, load, onClick } from "./page.js";
import { onOpen } from "./router.js";
import { account } from "./session.js";
import { timeElement } from "./times.js";

/** Takes every passkey off the page. */
export function forgetPasskeys() {
  showList("passkey-list", []);
}

/** Lets the page add, list, rename and remove passkeys. */
export function wirePasskeys() {
  onOpen("passkeys", () => void load(listPasskeys));
  onClick(element("add-passkey"), async () => {
    const { data: current } = await account.getSession();
    const { email, name } = current.user;
    const { data } = await account.startRegistration({ email, name });
    const credential = await createPasskey(data.options);
    await account.finishRegistration({ email, credential });
    await listPasskeys();
    say("The passkey is added to your account.");
  });
}

async function listPasskeys() {
  const { data } = await account.listPasskeys();
  showList("passkey-list", data.passkeys.map(passkeyItem));
}

/** @param {import("./client/index.js").Passkey} passkey */
function passkeyItem({ id, name, createdAt, lastUsedAt, deviceType, backedUp }) {
  const place = deviceType === "singleDevice" ? "stays on one device" : "may be on several devices";
  return {
    title: name,
    mark: backedUp ? "Synced" : "",
    facts: [
      fact("made ", timeElement(createdAt)),
      lastUsedAt === null ? "not used to sign in yet" : fact("last used ", timeElement(lastUsedAt)),
      place,
    ],
    actions: [
      { label: "Rename", name: `Rename ${name}`, work: () => rename(id, name) },
      { label: "Remove", name: `Remove ${name}`, work: () => remove(id, name) },
    ],
  };
}

/**
 * @param {string} id
 * @param {string} name
 */
async function rename(id, name) {
  const title = `Rename “${name}”`;
  const wanted = await askText({ title, label: "New name", value: name, action: "Rename" });
  if (wanted === undefined) return;
  await account.renamePasskey(id, { name: wanted });
  await listPasskeys();
  element("passkeys-title").focus();
  say(`The passkey is called “${wanted}” now.`);
}

/**
 * @param {string} id
 * @param {string} name
 */
async function remove(id, name) {
  const question = {
    title: `Remove “${name}”?`,
    text: "You can't sign in with it any more. Delete it on your device, too, or it will go on being offered.",
    action: "Remove the passkey",
  };
  if (!(await confirmed(question))) return;
  await account.deletePasskey(id);
  await listPasskeys();
  element("passkeys-title").focus();
  say(`The passkey “${name}” is removed.`);
}

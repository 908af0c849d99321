import { onClick } from "../actions.js";
import { copyOnClick } from "../clipboard.js";
import { confirmAction } from "../dialogs.js";
import { downloadText } from "../download.js";
import { createElement, getElement } from "../elements.js";
import { showMessage } from "../message.js";
import { account } from "../session.js";

let unusedCount = 0;

/**
 * Sets up the button that creates recovery codes.
 * @param {() => void} onCreated
 */
export function setUpRecoveryCodes(onCreated) {
  onClick(getElement("create-recovery-codes"), async () => {
    const title = "Replace your recovery codes?";
    const text = "The codes that you have now stop working.";
    if (unusedCount > 0 && !(await confirmAction({ title, text, action: "Replace codes" }))) return;
    const { data } = await account.createRecoveryCodes();
    showRecoveryCodeCount(data.codes.length);
    getElement("recovery-codes-created").replaceChildren(createPanel(data.codes));
    getElement("recovery-codes-created").querySelector("button")?.focus();
    showMessage("The recovery codes were created.");
    onCreated();
  });
}

/** @param {number} count the account's unused codes */
export function showRecoveryCodeCount(count) {
  unusedCount = count;
  const countText = { 0: "You have no recovery codes.", 1: "You have 1 unused recovery code." }[count];
  getElement("recovery-code-count").textContent = countText ?? `You have ${count} unused recovery codes.`;
  getElement("create-recovery-codes").textContent =
    count === 0 ? "Create recovery codes" : "Replace recovery codes";
}

/** Removes the codes from the page. */
export function clearRecoveryCodes() {
  getElement("recovery-codes-created").replaceChildren();
}

/**
 * The panel that shows new codes once.
 * @param {readonly string[]} codes
 */
function createPanel(codes) {
  const text = `Recovery codes for ${location.host}\nEach code works once.\n\n${codes.join("\n")}\n`;
  const copy = createButton("Copy codes");
  copyOnClick(copy, () => text, "list of recovery codes");
  const download = createButton("Download codes");
  onClick(download, async () => downloadText("placard-recovery-codes.txt", "text/plain", text));
  const print = createButton("Print codes");
  onClick(print, async () => window.print());
  return createElement(
    "div",
    { className: "secret-panel", role: "group", "aria-label": "New recovery codes" },
    createElement(
      "p",
      {},
      createElement("strong", {}, `Recovery codes for ${location.host}.`),
      " Store them outside this device now: they are not shown again. Each code works once.",
    ),
    createElement(
      "ol",
      { className: "recovery-codes" },
      ...codes.map((code) => createElement("li", {}, createElement("code", {}, code))),
    ),
    createElement("div", { className: "buttons" }, copy, download, print),
  );
}

/** @param {string} label */
function createButton(label) {
  return createElement("button", { type: "button", className: "secondary" }, label);
}

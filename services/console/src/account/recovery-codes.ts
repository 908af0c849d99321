import { onClick } from "../actions.ts";
import { copyOnClick } from "../clipboard.ts";
import { confirmAction } from "../dialogs.ts";
import { downloadText } from "../download.ts";
import { createElement, getElement } from "../elements.ts";
import { showMessage } from "../message.ts";
import { account } from "../session.ts";

let unusedCount = 0;

/** Sets up the button that creates recovery codes. */
export function setUpRecoveryCodes(onCreated: () => void) {
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

/** @param count the account's unused codes */
export function showRecoveryCodeCount(count: number) {
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

/** The panel that shows new codes once. */
function createPanel(codes: readonly string[]) {
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

function createButton(label: string) {
  return createElement("button", { type: "button", className: "secondary" }, label);
}

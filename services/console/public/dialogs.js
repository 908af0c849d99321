import { createElement } from "./elements.js";

/**
 * Asks the user to confirm an action that can't be undone.
 * @param {{ title: string, text: string, action: string }} options `action`: the label of the button that confirms
 * @returns {Promise<boolean>}
 */
export async function confirmAction({ title, text, action }) {
  const result = await openDialog(title, [createElement("p", {}, text)], action, "danger");
  return result !== undefined;
}

/**
 * Asks the user for a short text.
 * @param {{ title: string, label: string, value: string, action: string }} options
 * @returns {Promise<string | undefined>} undefined if the user cancels, or leaves the text empty or unchanged
 */
export async function promptForText({ title, label, value, action }) {
  const input = createElement("input", {
    id: "dialog-text",
    name: "text",
    value,
    maxLength: 128,
    required: true,
    autocomplete: "off",
  });
  const content = [createElement("label", { htmlFor: "dialog-text" }, label), input];
  const result = await openDialog(title, content, action, "");
  const text = result?.trim() ?? "";
  return text === "" || text === value ? undefined : text;
}

/**
 * @param {string} title
 * @param {readonly HTMLElement[]} content
 * @param {string} action the label of the submit button
 * @param {string} className the class of the submit button
 * @returns {Promise<string | undefined>} the entered text ("" without an input); undefined if the user cancels
 */
function openDialog(title, content, action, className) {
  const heading = createElement("h2", { id: "dialog-title" }, title);
  const cancel = createElement("button", { type: "button", className: "secondary" }, "Cancel");
  const submit = createElement("button", { className }, action);
  const buttons = createElement("div", { className: "buttons" }, cancel, submit);
  const form = createElement("form", {}, heading, ...content, buttons);
  const dialog = createElement("dialog", { "aria-labelledby": "dialog-title" }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    /** @type {string | undefined} */
    let result;
    // Not method="dialog": the content security policy has form-action 'none'.
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      result = form.querySelector("input")?.value ?? "";
      dialog.close();
    });
    cancel.addEventListener("click", () => dialog.close());
    // Also fired by Escape. The browser returns the focus to the element that had it.
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    dialog.showModal();
    (form.querySelector("input") ?? cancel).focus();
  });
}

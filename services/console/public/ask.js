import { build } from "./build.js";

/**
 * Asks whether something is meant that can't be undone.
 * @param {{ title: string, text: string, action: string }} question
 * @returns {Promise<boolean>}
 */
export async function confirmed({ title, text, action }) {
  const answer = await ask(title, [build("p", {}, text)], action, "danger");
  return answer !== undefined;
}

/**
 * Asks for a short text.
 * @param {{ title: string, label: string, value: string, action: string }} question
 * @returns {Promise<string | undefined>} undefined where it is left as it was, or nothing is left of it
 */
export async function askText({ title, label, value, action }) {
  const input = build("input", {
    id: "ask-text",
    name: "text",
    value,
    maxLength: 128,
    required: true,
    autocomplete: "off",
  });
  const answer = await ask(title, [build("label", { htmlFor: "ask-text" }, label), input], action, "");
  const text = answer?.trim() ?? "";
  return text === "" || text === value ? undefined : text;
}

/**
 * @param {string} title
 * @param {readonly HTMLElement[]} parts
 * @param {string} action what the button that agrees says
 * @param {string} className that button's
 * @returns {Promise<string | undefined>} the text that was given, if any was asked for; undefined where it is cancelled
 */
function ask(title, parts, action, className) {
  const heading = build("h2", { id: "ask-title" }, title);
  const cancel = build("button", { type: "button", className: "quiet" }, "Cancel");
  const agree = build("button", { className }, action);
  const buttons = build("div", { className: "actions" }, cancel, agree);
  const form = build("form", {}, heading, ...parts, buttons);
  const dialog = build("dialog", { "aria-labelledby": "ask-title" }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    /** @type {string | undefined} */
    let answer;
    // By hand, and not by method="dialog": the page's policy lets no form be sent anywhere.
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer = form.querySelector("input")?.value ?? "";
      dialog.close();
    });
    cancel.addEventListener("click", () => dialog.close());
    // Escape closes it too. The browser gives the focus back to what had it.
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.showModal();
    (form.querySelector("input") ?? cancel).focus();
  });
}

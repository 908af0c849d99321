import { build } from "./build.js";
import { say } from "./message.js";
import { onClick } from "./page.js";

/**
 * Makes a button put a text on the clipboard, and say so.
 * @param {HTMLElement} button
 * @param {() => string} text
 * @param {string} what named in what is said, such as “The key”
 */
export function copies(button, text, what) {
  onClick(button, async () => {
    try {
      await navigator.clipboard.writeText(text());
    } catch (cause) {
      throw new Error("The browser keeps its clipboard shut. Mark the text and copy it yourself.", { cause });
    }
    say(`${what} is on the clipboard.`);
  });
}

/**
 * A secret that is shown this once, with a button that copies it.
 * @param {string} title
 * @param {readonly { label: string, text: string, what: string }[]} secrets
 * @returns {HTMLElement}
 */
export function shownOnce(title, secrets) {
  const rows = secrets.map(({ label, text, what }) => {
    const button = build("button", { type: "button", className: "quiet" }, `Copy ${label}`);
    copies(button, () => text, what);
    const shown = build("code", { tabIndex: 0 }, text);
    return build("div", { className: "secret" }, shown, button);
  });
  const heading = build("p", {}, build("strong", {}, title), " Copy it now: it is never shown again.");
  return build("div", { className: "shown-once", role: "group", "aria-label": title }, heading, ...rows);
}

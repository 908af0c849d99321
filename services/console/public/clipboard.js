import { onClick } from "./actions.js";
import { showMessage } from "./message.js";

/**
 * Makes a button copy a text to the clipboard.
 * @param {HTMLElement} button
 * @param {() => string} getText
 * @param {string} name what is copied, as in the message “The … was copied”
 */
export function copyOnClick(button, getText, name) {
  onClick(button, async () => {
    try {
      await navigator.clipboard.writeText(getText());
    } catch (cause) {
      const message = "The browser blocked access to the clipboard. Select the text and copy it yourself.";
      throw new Error(message, { cause });
    }
    showMessage(`The ${name} was copied to the clipboard.`);
  });
}

import { onClick } from "./actions.ts";
import { showMessage } from "./message.ts";

/**
 * Makes a button copy a text to the clipboard.
 * @param name what is copied, as in the message “The … was copied”
 */
export function copyOnClick(button: HTMLElement, getText: () => string, name: string) {
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

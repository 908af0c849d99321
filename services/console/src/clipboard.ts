import { showError, showMessage } from "./message.ts";

/**
 * Makes a button copy a text to the clipboard, also while an action runs: a new key can be copied before the list of keys has
 * been loaded again.
 * @param name what is copied, as in the message “The … was copied”
 */
export function copyOnClick(button: HTMLElement, getText: () => string, name: string) {
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(getText()).then(
      () => showMessage(`The ${name} was copied to the clipboard.`),
      () =>
        showError(
          new Error("The browser blocked access to the clipboard. Select the text and copy it yourself."),
        ),
    );
  });
}

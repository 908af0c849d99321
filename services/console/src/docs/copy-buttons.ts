import { createElement } from "./elements.ts";

const confirmationMs = 2_000;

/** Adds a button to each code block that copies its text. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll("main pre")) {
    const button = createElement("button", { type: "button", className: "copy" }, "Copy");
    const frame = createElement("div", { className: "code" });
    block.replaceWith(frame);
    frame.append(block, button);
    button.addEventListener("click", () => {
      void copy(block.textContent).then((text) => showResult(button, text));
    });
  }
}

/** Copies a text. Returns the label that the button then has. */
async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text.trimEnd());
    return "Copied";
  } catch {
    return "Select the text to copy it"; // the browser blocks access to the clipboard
  }
}

function showResult(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  button.setAttribute("aria-live", "polite");
  setTimeout(() => (button.textContent = "Copy"), confirmationMs);
}

import { createElement } from "./elements.js";

/**
 * Saves a text as a file.
 * @param {string} fileName
 * @param {string} type media type
 * @param {string} text
 */
export function downloadText(fileName, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  createElement("a", { href, download: fileName }).click();
  // Browsers read the data after the click; Safari takes longest.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

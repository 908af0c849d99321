import { createElement } from "./elements.ts";

/**
 * Saves a text as a file.
 * @param type media type
 */
export function downloadText(fileName: string, type: string, text: string) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  createElement("a", { href, download: fileName }).click();
  // Browsers read the data after the click; Safari takes longest.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * Saves a text as a file.
 * @param type media type
 */
export function downloadText(fileName: string, type: string, text: string) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  Object.assign(link, { href, download: fileName });
  link.click();
  // Browsers read the data after the click; Safari takes longest.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

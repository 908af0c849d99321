import { copyOnClick } from "../clipboard.js";
import { getElement } from "../elements.js";
import { baseUrl } from "../session.js";
import { curlCommand, metaTags, typeScriptCode } from "./snippet-texts.js";

/** The accessible name of each snippet. */
const snippetNames = /** @type {const} */ ({
  meta: "Meta tags",
  curl: "curl command",
  typescript: "TypeScript code",
});

/** @typedef {keyof typeof snippetNames} SnippetName */

/** @type {Record<string, string>} */
let texts = {};
/** @type {SnippetName} */
let selected = "meta";

/** Sets up the choice of the snippet and the copy button. */
export function setUpSnippets() {
  getElement("snippet-choices").addEventListener("change", ({ target }) => {
    selected = /** @type {SnippetName} */ (/** @type {HTMLInputElement} */ (target).value);
    showSnippet();
  });
  copyOnClick(getElement("copy-snippet"), () => texts[selected] ?? "", "snippet");
}

/**
 * Shows the snippets for an image.
 * @param {import("./live-preview.js").RenderedPreview} preview
 * @param {string} title the image's alternative text
 */
export function showSnippets({ request, image }, title) {
  texts = {
    meta: metaTags(image, title),
    curl: curlCommand(request, baseUrl),
    typescript: typeScriptCode(request, baseUrl),
  };
  showSnippet();
}

function showSnippet() {
  getElement("snippet-text").textContent = texts[selected] ?? "";
  getElement("snippet").ariaLabel = snippetNames[selected];
  getElement("snippet-hint").hidden = selected === "meta";
}

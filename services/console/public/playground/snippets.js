import { copies } from "../copy.js";
import { element } from "../page.js";
import { baseUrl } from "../session.js";
import { curlCommand, metaTags, typeScript } from "./snippet-texts.js";

const kinds = /** @type {const} */ ({
  meta: "The meta tags",
  curl: "The curl command",
  typescript: "The TypeScript code",
});

/** @type {Record<string, string>} */
let texts = {};
/** @type {keyof typeof kinds} */
let shown = "meta";

/** Lets the user pick a snippet and copy it. */
export function wireSnippets() {
  element("snippet-choices").addEventListener("change", ({ target }) => {
    shown = /** @type {keyof typeof kinds} */ (/** @type {HTMLInputElement} */ (target).value);
    showSnippet();
  });
  copies(element("copy-snippet"), () => texts[shown] ?? "", "The snippet");
}

/**
 * Writes the snippets of a card that was drawn.
 * @param {import("./draw.js").Drawn} drawn
 * @param {string} title
 */
export function showSnippets({ request, image }, title) {
  texts = {
    meta: metaTags(image, title),
    curl: curlCommand(request, baseUrl),
    typescript: typeScript(request, baseUrl),
  };
  showSnippet();
}

function showSnippet() {
  element("snippet-text").textContent = texts[shown] ?? "";
  element("snippet").ariaLabel = kinds[shown];
  element("snippet-hint").hidden = shown === "meta";
}

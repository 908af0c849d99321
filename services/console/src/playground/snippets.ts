import type { RenderedPreview } from "./live-preview.ts";
import { copyOnClick } from "../clipboard.ts";
import { getElement } from "../elements.ts";
import { baseUrl } from "../session.ts";
import { curlCommand, metaTags, typeScriptCode } from "./snippet-texts.ts";

/** The accessible name of each snippet. */
const snippetNames = {
  meta: "Meta tags",
  curl: "curl command",
  typescript: "TypeScript code",
} as const;

type SnippetName = keyof typeof snippetNames;

let texts: Record<string, string> = {};
let selected: SnippetName = "meta";

/** Sets up the choice of the snippet and the copy button. */
export function setUpSnippets() {
  getElement("snippet-choices").addEventListener("change", ({ target }) => {
    selected = (target as HTMLInputElement).value as SnippetName;
    showSnippet();
  });
  copyOnClick(getElement("copy-snippet"), () => texts[selected] ?? "", "snippet");
}

/**
 * Shows the snippets for an image.
 * @param title the image's alternative text
 */
export function showSnippets({ request, image }: RenderedPreview, title: string) {
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

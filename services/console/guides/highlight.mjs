import highlighter from "highlight.js";
import { escapeHtml } from "./escape-html.mjs";

highlighter.registerAliases(["astro", "go-html-template"], { languageName: "xml" });

/**
 * Highlights code. Code in an unknown language is escaped only.
 * @param {string} code
 * @param {string} [language] the name after the opening fence
 * @returns {string} HTML
 */
export function highlight(code, language = "") {
  return highlighter.getLanguage(language)
    ? highlighter.highlight(code, { language }).value
    : escapeHtml(code);
}

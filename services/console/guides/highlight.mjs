import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import go from "highlight.js/lib/languages/go";
import http from "highlight.js/lib/languages/http";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml } from "./escape-html.mjs";

const languages = { bash, css, go, http, javascript, json, php, python, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);
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

import highlighter from "highlight.js";
import { Marked } from "marked";

highlighter.registerAliases(["astro", "go-html-template"], { languageName: "xml" });

/** @type {Readonly<Record<string, string>>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Escapes text for elements and attributes.
 * @param {string} text
 */
const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/**
 * @typedef {object} Targets
 * @property {(link: string) => string | undefined} resolveLink
 *   Returns the address of a relative link; undefined if it is not part of the documentation.
 * @property {(path: string) => string | undefined} resolvePicture
 *   Returns the address of a picture; undefined if it does not exist. It is left out then.
 */

/** Tables with at least so many columns are rendered as lists, because they are wider than the page. */
const minColumnsOfList = 5;

/**
 * A table as a list: the first column as terms, the last one as their descriptions, and those between with
 * their headings.
 * @param {import("marked").Tokens.Table} table
 * @param {(cell: import("marked").Tokens.TableCell) => string} render
 */
function listOf({ header, rows }, render) {
  const headings = header.map(render);
  const items = rows.map((cells) => {
    const [term = "", ...values] = cells.map(render);
    const facts = values
      .slice(0, -1)
      .map((value, i) => (value === "" ? "" : `<span><b>${headings[i + 1]}</b> ${value}</span>`))
      .filter((fact) => fact !== "");
    return `<div><dt>${term}</dt><dd>${values.at(-1)}</dd><dd class="facts">${facts.join(" ")}</dd></div>`;
  });
  return `<dl class="rows">${items.join("\n")}</dl>\n`;
}

/**
 * A table. From three columns, cells name theirs for phones, where each row is a stack.
 * @param {import("marked").Tokens.Table} table
 * @param {(cell: import("marked").Tokens.TableCell) => string} render
 */
function tableOf({ header, rows }, render) {
  const names = header.map(({ tokens }) =>
    tokens.map((token) => ("text" in token ? token.text : "")).join(""),
  );
  const attributes = names.map((name, i) =>
    i === 0 || name === "" || names.length < 3 ? "" : ` data-column="${escapeHtml(name)}"`,
  );
  const headings = header.map((cell) => `<th>${render(cell)}</th>`);
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell, i) => `<td${attributes[i]}>${render(cell)}</td>`).join("")}</tr>`,
  );
  return `<table><thead><tr>${headings.join("")}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}

/**
 * Renders a guide to HTML, without its title. Throws an Error if it contains HTML other than comments.
 * @param {import("./parse-guide.mjs").ParsedGuide} guide
 * @param {Targets} targets
 */
export function renderGuide({ tokens, sections }, { resolveLink, resolvePicture }) {
  const ids = sections.slice(1).map(({ id }) => id);
  const marked = new Marked({
    renderer: {
      heading({ tokens: content, depth }) {
        const id = ids.shift();
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(content)}</a></h${depth}>\n`;
      },

      code({ text, lang = "" }) {
        const language = highlighter.getLanguage(lang) ? lang : "plaintext";
        return `<pre tabindex="0"><code>${highlighter.highlight(text, { language }).value}</code></pre>\n`;
      },

      table(token) {
        const render = (/** @type {import("marked").Tokens.TableCell} */ cell) =>
          this.parser.parseInline(cell.tokens);
        if (token.header.length >= minColumnsOfList) return listOf(token, render);
        return `<div class="table" tabindex="0">${tableOf(token, render)}</div>\n`;
      },

      image({ href, text, title }) {
        const [, width, height] = /^(\d+)×(\d+)/u.exec(title ?? "") ?? [];
        if (width === undefined) throw new Error(`The picture ${href} needs its size: "1200×630".`);
        const address = resolvePicture(href);
        if (address === undefined) return "";
        return `<img src="${address}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
      },

      link({ href, tokens: content }) {
        const text = this.parser.parseInline(content);
        const target = /^(?:https?:|#)/.test(href) ? href : resolveLink(href);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },

      html({ text }) {
        if (text.replace(/<!--.*?-->/gs, "").trim() !== "") throw new Error(`HTML is not permitted: ${text}`);
        return "";
      },
    },
  });
  return marked.parser(tokens);
}

import GithubSlugger from "github-slugger";
import { lexer } from "marked";

/** @typedef {import("marked").Token} Token */

/**
 * A heading below the title, or the text above the first one, which has an empty id.
 * @typedef {object} Section
 * @property {string} id the anchor, as on GitHub
 * @property {string} title
 * @property {number} level of the heading, from 2
 * @property {string} text all of its text until the next heading, for the search
 */

/**
 * @typedef {object} ParsedGuide
 * @property {string} title the first heading
 * @property {Token[]} tokens all other blocks
 * @property {Section[]} sections
 */

/**
 * Parses a guide. Throws an Error if it does not begin with a heading.
 * @param {string} markdown
 * @returns {ParsedGuide}
 */
export function parseGuide(markdown) {
  const [first, ...tokens] = lexer(markdown);
  if (first?.type !== "heading" || first["depth"] !== 1) throw new Error("A guide begins with its title.");
  const slugger = new GithubSlugger();
  const title = textOf(first);
  slugger.slug(title);
  /** @type {Section[]} */
  const sections = [{ id: "", title, level: 1, text: "" }];
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = textOf(token);
      sections.push({ id: slugger.slug(heading), title: heading, level: token["depth"], text: "" });
    } else {
      const section = /** @type {Section} */ (sections.at(-1));
      section.text = `${section.text} ${textOf(token)}`.replace(/\s+/g, " ").trim();
    }
  }
  return { title, tokens, sections };
}

/**
 * The text of a token without markup.
 * @param {Token} token
 * @returns {string}
 */
function textOf(token) {
  if (token.type === "html" || token.type === "space") return "";
  if (token.type === "table") {
    const { header, rows } = /** @type {import("marked").Tokens.Table} */ (token);
    return [header, ...rows]
      .map((row) => row.map((cell) => cell.tokens.map(textOf).join("")).join(" "))
      .join(" ");
  }
  if (token.type === "list") return token["items"].map(textOf).join(" ");
  if (token.type === "escape" || token.type === "code" || token.type === "codespan") return token["text"];
  const children = "tokens" in token ? token.tokens : undefined;
  if (!children) return "text" in token ? `${token["text"]}` : " ";
  return children.map(textOf).join(token.type === "blockquote" || token.type === "list_item" ? " " : "");
}

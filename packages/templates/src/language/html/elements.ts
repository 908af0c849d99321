import { byName } from "../suggestions.ts";

const blocks = [
  "address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header",
  "hgroup li main nav ol p pre search section ul",
].flatMap((names) => names.split(" "));

const inlines = "abbr b bdi cite code data del em i ins kbd s samp small span strong time u var".split(" ");

/** The elements that templates can use. */
export const elementNames: ReadonlySet<string> = new Set([...blocks, ...inlines, "br", "img", "svg"]);

export const voidElements: ReadonlySet<string> = new Set(["br", "img"]);

/** What to use instead of elements that templates do not support. */
export const elementSuggestions = byName([
  ["Use `span`: an image has no links.", "a"],
  ["Use `div` or `span`.", "button"],
  ["Use an image asset.", "canvas iframe"],
  ["Use `text-align: center`.", "center"],
  ["Use `div`.", "dialog form input tbody td th textarea"],
  ["Use `span` with `color` and `font-size`.", "font"],
  ["Use a `div` with a height and a background.", "hr"],
  ["Use `span`.", "label"],
  ["Write the CSS into a `style` element; declare fonts with `@font-face` and assets.", "link"],
  ["Use `span` with a `background`.", "mark"],
  ["Use an SVG asset.", "math"],
  ["Use `img` with an asset.", "object embed"],
  ["Use `img`.", "picture source video"],
  ["Use `span` with quotes in the text.", "q"],
  ["Remove it: templates run no code. Use placeholders, `if` and `each`.", "script"],
  ["Remove it.", "noscript audio base"],
  ["Use a placeholder, such as `{{title}}`.", "slot"],
  ["Use `span` with a smaller `font-size` and `vertical-align: -0.2em`.", "sub"],
  ["Use `span` with a smaller `font-size` and `vertical-align: 0.4em`.", "sup"],
  ["Use nested flex containers for rows and cells.", "table"],
  ["Use a `div` with `display: flex`.", "tr"],
  ["Use `if` or `each` on an element.", "template"],
  ["Use `overflow-wrap: anywhere`.", "wbr"],
  ["Remove the tag: the root element of the template is the card.", "body html"],
  ["Remove the tag; `style` goes before or after the root element.", "head"],
]);

const quoteList = (names: readonly string[]) => names.join(", ");

/** The default styles of elements, as in browsers but without margins, padding and list markers. */
export const defaultStyles = `
${quoteList(blocks)} { display: block }
img, svg { display: inline-block }
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.17em } h5 { font-size: 0.83em } h6 { font-size: 0.67em }
h1, h2, h3, h4, h5, h6 { font-weight: bold }
b, strong { font-weight: bolder }
i, em, cite, var, address { font-style: italic }
small { font-size: smaller }
u, ins { text-decoration-line: underline }
s, del { text-decoration-line: line-through }
code, kbd, samp, pre { font-family: monospace }
pre { white-space: pre }
:root { width: 100%; height: 100% }
`;

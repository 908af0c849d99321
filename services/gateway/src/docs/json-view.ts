import { html, type Html } from "./html.ts";

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** A value as indented JSON, with the classes of highlight.js, which the guides use. */
export function jsonView(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [token, string, colon] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    const kind = colon !== undefined ? "attr" : string !== undefined ? "string" : "number";
    parts.push(html`<span class="hljs-${kind}">${string ?? token}</span>${colon}`);
    end = match.index + token.length;
  }
  return html`<pre tabindex="0"><code>${parts}${text.slice(end)}</code></pre>`;
}

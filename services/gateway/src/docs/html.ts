/** Escaped HTML. Only this file creates it, and the build of the guides. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Part = Html | string | number | false | undefined | readonly Part[];

/** Creates HTML. Every value is escaped unless it is HTML itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, i) => (i === 0 ? text : render(parts[i - 1]) + text)).join(""));
}

function render(part: Part): string {
  if (part instanceof Html) return part.source;
  if (part === undefined || part === false) return "";
  if (typeof part === "object") return part.map(render).join("");
  return `${part}`
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Converts a text to paragraphs; text between backticks becomes `<code>`. */
export function prose(text: string): Html[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** Converts a text to inline HTML; `code` converts the text between backticks. */
export function inline(text: string, code = (part: string) => html`<code>${part}</code>`): Html[] {
  return text.split("`").map((part, i) => (i % 2 === 1 ? code(part) : html`${part}`));
}

/** A list of names with their descriptions. */
export function fields(
  entries: readonly { name: Part; text: Part; id?: string }[],
  classes = "fields",
): Html {
  return html`<dl class="${classes}">
    ${entries.map(
      ({ name, text, id }) =>
        html`<div ${id !== undefined && html`id="${id}"`}>
          <dt>${name}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
}

/** A `<details>` element with a list of names and descriptions, or with other content. */
export function details(summary: Part, content: Part, isOpen = false): Html {
  return html`<details ${isOpen && html`open`}>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

/** Indented JSON. */
export function jsonView(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

/** Escaped HTML. Only `html` creates it. */
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

/** Converts a text to paragraphs; text between backticks becomes `<code>`. */
export function prose(text: string): Html[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** Converts a text to inline HTML; text between backticks becomes `<code>`. */
export function inline(text: string): Html[] {
  return text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
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

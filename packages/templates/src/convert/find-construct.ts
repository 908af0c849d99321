import { parse, type DefaultTreeAdapterTypes } from "parse5";
import {
  isDelimiter,
  parseComponentValues,
  type ComponentValue,
  type ReportSyntaxError,
} from "../language/css/component-values.ts";
import { parseSelectors, type Selector } from "../language/css/selector.ts";
import { isElement, strayEndTags, type HtmlElement } from "../language/html/parse-html.ts";

/** A part of a source that can be changed or removed as a whole. */
export interface Construct {
  readonly kind:
    "element" | "attribute" | "declaration" | "selector" | "rule" | "at-rule" | "placeholder" | "parse-error";
  /** Of elements, attributes, declarations and at-rules. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly element?: HtmlElement;
  /** Of at-rules: the range inside the braces. */
  readonly content?: readonly [start: number, end: number];
  /** Of rules that are not in others. */
  readonly selectors?: readonly Selector[];
}

/** The elements of a source in document order, and what they consist of. */
export interface SourceIndex {
  readonly document: DefaultTreeAdapterTypes.Document;
  readonly elements: readonly HtmlElement[];
  readonly constructs: readonly Construct[];
}

export function indexSource(source: string): SourceIndex {
  const elements: HtmlElement[] = [];
  const constructs: Construct[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (!("childNodes" in node)) return;
    for (const child of node.childNodes) {
      if (isElement(child) && child.sourceCodeLocation) {
        elements.push(child);
        const { startOffset: start, endOffset: end, attrs = {} } = child.sourceCodeLocation;
        constructs.push({ kind: "element", name: child.tagName, start, end, element: child });
        for (const [name, { startOffset, endOffset }] of Object.entries(attrs)) {
          constructs.push({ kind: "attribute", name, start: startOffset, end: endOffset, element: child });
          if (name !== "style") continue;
          const css = child.attrs.find((attribute) => attribute.name === "style")?.value ?? "";
          const valueStart = source.indexOf(css, startOffset + "style=".length);
          if (valueStart >= 0 && valueStart + css.length <= endOffset)
            indexCss(indexContent, { css, base: valueStart, constructs, element: child });
        }
        const [text] = child.childNodes;
        if (child.tagName === "style" && text?.sourceCodeLocation && "value" in text) {
          indexCss(indexRules, { css: text.value, base: text.sourceCodeLocation.startOffset, constructs });
          continue;
        }
      } else if ("value" in child && child.sourceCodeLocation) {
        const place = child.sourceCodeLocation;
        const text = source.slice(place.startOffset, place.endOffset);
        for (const { index, 0: match } of text.matchAll(/\{\{.*?\}\}+|\{\{/gsu)) {
          const start = place.startOffset + index;
          constructs.push({ kind: "placeholder", name: match, start, end: start + match.length });
        }
      }
      visit(child);
    }
  };
  const document = parse(source, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
    onParseError: ({ code, startOffset, endOffset }) => {
      if (/end-tag(?!-without)|trailing-solidus/u.test(code))
        constructs.push({ kind: "parse-error", name: code, start: startOffset, end: endOffset });
    },
  });
  for (const { startOffset, endOffset } of strayEndTags(source, document))
    constructs.push({ kind: "parse-error", name: "stray-end-tag", start: startOffset, end: endOffset });
  visit(document);
  return { document, elements, constructs };
}

/** CSS in a source, from the offset `base`. */
interface CssSource {
  readonly css: string;
  readonly base: number;
  readonly constructs: Construct[];
  /** With the style attribute. */
  readonly element?: HtmlElement;
}

function indexCss(index: typeof indexRules, source: CssSource): void {
  const report: ReportSyntaxError = (offset, message) => {
    const start = source.base + offset;
    source.constructs.push({ kind: "parse-error", name: message, start, end: start + 1 });
  };
  index(parseComponentValues(source.css, report), source);
}

/** At-rules whose content are rules. */
const groups = new Set(["media", "container", "supports", "layer", "scope", "starting-style"]);

function indexRules(values: readonly ComponentValue[], source: CssSource): void {
  for (let start = 0; start < values.length;) {
    let end = start;
    while (end < values.length && !isBlock(values[end]!) && !isDelimiter(values[end], ";")) end++;
    indexRule(values.slice(start, end + 1), source);
    start = end + 1;
  }
}

/** A rule, with its block or semicolon. */
function indexRule(values: readonly ComponentValue[], source: CssSource, isNested = false): void {
  const { css, base, constructs } = source;
  const first = values[0]!;
  const last = values.at(-1)!;
  const [start, end] = [base + first.start, base + last.end];
  const block = isBlock(last) ? last : undefined;
  if (first.kind === "at-keyword") {
    const content = block && ([base + block.start + 1, base + block.end - 1] as const);
    constructs.push({ kind: "at-rule", name: first.name, start, end, ...(content && { content }) });
    if (block) (groups.has(first.name) ? indexRules : indexContent)(block.values, source);
    return;
  }
  let from = 0;
  const prelude = block ? values.slice(0, -1) : values;
  const ignore = () => {};
  constructs.push({
    kind: "rule",
    name: css.slice(first.start, block?.start ?? last.end).trim(),
    start,
    end,
    ...(!isNested && { selectors: parseSelectors(prelude, { css, report: ignore, warn: ignore }) }),
  });
  const commas = prelude.flatMap((value, index) => (isDelimiter(value, ",") ? [index] : []));
  for (const comma of [...commas, prelude.length]) {
    const part = prelude.slice(from, comma);
    if (part.length > 0) {
      // With the comma behind it, or of the last one, with the comma before it.
      const before = comma === prelude.length && from > 0 ? prelude[from - 1]!.start : part[0]!.start;
      const after = prelude[comma + 1]?.start ?? part.at(-1)!.end;
      const name = css.slice(part[0]!.start, part.at(-1)!.end);
      if (commas.length > 0)
        constructs.push({ kind: "selector", name, start: base + before, end: base + after });
    }
    from = comma + 1;
  }
  if (block) indexContent(block.values, source);
}

/** Declarations and nested rules. */
function indexContent(values: readonly ComponentValue[], source: CssSource): void {
  const { css, base, constructs, element } = source;
  for (let start = 0; start < values.length;) {
    let end = start;
    const isVariable = values[start]!.kind === "ident" && css.startsWith("--", values[start]!.start);
    while (end < values.length && !isDelimiter(values[end], ";") && (isVariable || !isBlock(values[end]!)))
      end++;
    const part = values.slice(start, end + 1);
    const first = part[0]!;
    if (isBlock(part.at(-1)!) && !css.startsWith("{{", part.at(-1)!.start)) {
      indexRule(part, source, true);
    } else {
      const name = first.kind === "ident" ? first.name.toLowerCase() : "";
      const range = { start: base + first.start, end: base + part.at(-1)!.end };
      constructs.push({ kind: "declaration", name, ...range, ...(element && { element }) });
    }
    start = end + 1;
  }
}

/** The names of the classes in selectors. */
export function classesIn(css: string): ReadonlySet<string> {
  const names = css.matchAll(/\.((?:\\.|[\w-]|[^\0-\x7f])+)/gu);
  return new Set(Array.from(names, (match) => match[1]!.replace(/\\(.)/gu, "$1")));
}

/** The declarations of rules of which a selector matches, or all of them, by property. */
export function declarationsOf(
  { constructs }: SourceIndex,
  matches: (selector: Selector) => boolean,
  quantifier: "some" | "every" = "some",
): Map<string, Construct> {
  const isIn = (inner: Construct) => (outer: Construct) =>
    outer.kind === "rule" && outer.start <= inner.start && inner.end <= outer.end;
  return new Map(
    constructs
      .filter(({ kind }) => kind === "declaration")
      .filter((declaration) => constructs.findLast(isIn(declaration))?.selectors?.[quantifier](matches))
      .map((declaration) => [declaration.name, declaration]),
  );
}

/** Whether a selector is `html`, `body` or `:root`. */
export function isRootSelector({ compounds: [first, ...rest] }: Selector): boolean {
  return rest.length === 0 && first!.pseudos.some(({ kind }) => kind === "root");
}

/** Whether a selector is `html` or `:root`. */
export function isHtmlSelector(selector: Selector): boolean {
  return isRootSelector(selector) && !selector.text.startsWith("body");
}

function isBlock(value: ComponentValue): value is Extract<ComponentValue, { kind: "block" }> {
  return value.kind === "block" && value.open === "{";
}

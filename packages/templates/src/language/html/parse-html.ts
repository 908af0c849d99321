import { defaultTreeAdapter, html as names, parse, type DefaultTreeAdapterTypes, type Token } from "parse5";
import { limits } from "../limits.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import type { ProblemList } from "../problem-list.ts";
import { elementNames, elementSuggestions, voidElements } from "./elements.ts";

export type HtmlElement = DefaultTreeAdapterTypes.Element;
/** Where the tags and attributes of an element are in the source. */
export type ElementPlace = Token.ElementLocation;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** The parts of `template.html`. */
export interface ParsedHtml {
  /** Undefined if the source can't be parsed. */
  readonly html: HtmlElement | undefined;
  readonly styles: readonly HtmlElement[];
  /** The first names in `each` attributes. */
  readonly loopVariables: ReadonlySet<string>;
}

/** The browser's parser copies elements to repair wrong nesting. With this many, it is not a template. */
const maxParsedElements = 4 * limits.elements;
const maxWordsInTag = 4000;

class TooManyElements extends Error {}

export function isElement(node: HtmlNode): node is HtmlElement {
  return "tagName" in node;
}

/** The offset of an attribute in the source; of the element, if the source does not have it. */
export function offsetOfAttribute({ sourceCodeLocation: place }: HtmlElement, name: string): number {
  return place?.attrs?.[name.toLowerCase()]?.startOffset ?? place?.startOffset ?? 0;
}

/** A part of the source. */
type Range = Readonly<Pick<Token.Location, "startOffset" | "endOffset">>;

/** Elements whose content has no tags. */
const rawElements = /^(?:style|script|title|textarea|xmp|iframe|noembed|noframes)$/u;

/** The end tags that close nothing: those in the source that no node has. Browsers ignore them. */
export function strayEndTags(
  html: string,
  document: DefaultTreeAdapterTypes.Document,
): readonly (Range & { readonly tagName: string })[] {
  const known: Range[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ("tagName" in node && node.sourceCodeLocation) {
      const { startTag, endTag } = node.sourceCodeLocation;
      if (rawElements.test(node.tagName)) known.push(node.sourceCodeLocation);
      else known.push(...[startTag, endTag].filter((tag) => tag !== undefined));
    } else if (node.nodeName === "#comment" && node.sourceCodeLocation) known.push(node.sourceCodeLocation);
    const children =
      "content" in node ? node.content.childNodes : "childNodes" in node ? node.childNodes : [];
    for (const child of children) visit(child);
  };
  visit(document);
  known.sort((one, other) => one.startOffset - other.startOffset);
  let next = 0;
  const isKnown = (offset: number) => {
    while (known[next] && known[next]!.endOffset <= offset) next++;
    return known[next] !== undefined && known[next]!.startOffset <= offset;
  };
  return [...html.matchAll(/<\/(?!(?:body|html)\b)([a-z][^\s/>]*)[^>]*/giu)]
    .filter(({ index }) => !isKnown(index))
    .map(({ index, 0: tag, 1: tagName = "" }) => ({
      tagName: tagName.toLowerCase().slice(0, 40),
      startOffset: index,
      endOffset: index + tag.length + 1,
    }));
}

/** Parses `template.html` as a browser does. Everything that a browser would have to repair is reported. */
export function parseHtml(html: string, problems: ProblemList): ParsedHtml {
  const nothing: ParsedHtml = { html: undefined, styles: [], loopVariables: new Set() };
  if (hasTooLongTag(html)) {
    problems.error(0, `A tag, with the text after it, has more than ${maxWordsInTag} words`);
    return nothing;
  }
  let created = 0;
  try {
    const document = parse(html, {
      sourceCodeLocationInfo: true,
      scriptingEnabled: false,
      onParseError: ({ code, startOffset }) => reportParseError(code, startOffset, problems),
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (...element) => {
          if (++created > maxParsedElements) throw new TooManyElements();
          return defaultTreeAdapter.createElement(...element);
        },
      },
    });
    for (const { tagName, startOffset } of strayEndTags(html, document))
      problems.error(
        startOffset,
        `The end tag \`</${tagName}>\` has no start tag`,
        tagName === "p"
          ? "A block element inside `p` ends it: use `div` around blocks."
          : "Remove it, or add the start tag.",
      );
    const root = document.childNodes.find(isElement);
    const elements = root ? elementsIn(root) : [];
    // parse5 lacks this name of HTML, section 13.2.6.5.
    for (const element of elements) if (element.tagName === "fedropshadow") element.tagName = "feDropShadow";
    const styles = elements.filter(
      ({ tagName, namespaceURI }) => tagName === "style" && namespaceURI === names.NS.HTML,
    );
    const loops = elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name === "each"));
    const loopVariables = new Set(loops.flatMap(({ value }) => /[A-Za-z]\w*/u.exec(value) ?? []));
    return { html: root, styles, loopVariables };
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    problems.error(0, `The template has more than ${limits.elements} elements`);
    return nothing;
  }
}

/** The parser compares the attributes of a tag with each other. Thousands would take seconds. */
function hasTooLongTag(html: string): boolean {
  return html
    .split("<")
    .some(
      (part) =>
        part.length > maxWordsInTag &&
        /^[A-Za-z]/u.test(part) &&
        !part.startsWith("style>") &&
        (part.match(/[\s/"']/gu)?.length ?? 0) > maxWordsInTag,
    );
}

const parseErrors: Readonly<Record<string, readonly [message: string, suggestion: string]>> = {
  "non-void-html-element-start-tag-with-trailing-solidus": [
    "An element that can have content is not closed by “/>”",
    "Write a separate end tag, such as `<div></div>`.",
  ],
  "unknown-named-character-reference": ["Unknown character reference", "Write `&amp;` for an ampersand."],
  "invalid-first-character-of-tag-name": ["Invalid tag", "Write `&lt;` for a less-than sign."],
};

const ignoredParseErrors = new Set([
  "missing-doctype",
  "non-conforming-doctype",
  "end-tag-without-matching-open-element", // a stray one, which the parser reports in some places only
  // The elements are reported by name, or harmless.
  "misplaced-start-tag-for-head-element",
  "abandoned-head-element-child",
  "disallowed-content-in-noscript-in-head",
  "open-elements-left-after-eof",
]);

function reportParseError(code: string, offset: number, problems: ProblemList): void {
  if (ignoredParseErrors.has(code)) return;
  const [message, suggestion] = parseErrors[code] ?? [
    `HTML syntax error: ${code.replaceAll("-", " ")}`,
    code.startsWith("eof-in-") ? "Close it before the file ends." : "Correct the characters at this place.",
  ];
  problems.error(Math.max(0, offset), message, suggestion, { code: "syntax_error" });
}

/** Gives the root element the attributes of `html` that it does not have itself, and the classes of both. */
function addAttributes(root: HtmlElement, html: HtmlElement, problems: ProblemList): void {
  for (const { name, value } of html.attrs) {
    const own = root.attrs.find((attribute) => attribute.name === name);
    if (name === "class" && own) own.value = `${value} ${own.value}`;
    else if (/^(?:class|dir|lang|id|data-.*)$/u.test(name)) {
      if (!own) root.attrs.push({ name, value });
    } else if (name !== "xmlns" && name !== "prefix") {
      problems.error(
        offsetOfAttribute(html, name),
        `The attribute \`${name.slice(0, 40)}\` is not supported on \`html\``,
        "Set it on `body`.",
      );
    }
  }
}

/** An element and the elements inside it, in document order. */
function elementsIn(element: HtmlElement): HtmlElement[] {
  return [element, ...element.childNodes.filter(isElement).flatMap(elementsIn)];
}

/** Elements that have no effect on the card. */
export const harmlessElements: ReadonlySet<string> = new Set(["meta", "title"]);

/**
 * Finds the root element of the card; reports what is next to it. Without a tag of its own, `body` is the
 * root element only if it is needed. `hasBodyRule`: whether a rule is for `body`.
 */
export function findRoot(
  html: HtmlElement,
  hasBodyRule: boolean,
  problems: ProblemList,
): HtmlElement | undefined {
  const body = html.childNodes.filter(isElement).find(({ tagName }) => tagName === "body");
  const isContent = (node: HtmlNode) =>
    isElement(node) ? elementNames.has(node.tagName) : "value" in node && node.value.trim() !== "";
  const content = body?.childNodes.filter(isContent) ?? [];
  const [first] = content;
  if (!body || (!content.some(isElement) && !body.sourceCodeLocation)) {
    for (const node of body?.childNodes ?? []) if (isElement(node)) reportOther(node, problems);
    problems.error(0, "The template has no root element", "Write `<main>…</main>` after the style element.");
    return undefined;
  }
  const isOnly = !hasBodyRule && !body.sourceCodeLocation && content.length === 1;
  const root = isOnly && first && isElement(first) && !voidElements.has(first.tagName) ? first : body;
  const outside = html.childNodes.flatMap((node) =>
    isElement(node) && (node !== body || root !== body) ? node.childNodes : [],
  );
  for (const node of outside) if (isElement(node) && node !== root) reportOther(node, problems);
  addAttributes(root, html, problems);
  return root;
}

/** Reports an element outside the card, unless it has no effect. */
function reportOther({ tagName: tag, sourceCodeLocation }: HtmlElement, problems: ProblemList): void {
  if (tag !== "style" && !harmlessElements.has(tag))
    reportUnknownElement(tag, sourceCodeLocation?.startOffset ?? 0, problems);
}

/** Reports an element that templates can't use. */
export function reportUnknownElement(tag: string, offset: number, problems: ProblemList): void {
  const suggestion = elementSuggestions.get(tag);
  if (tag === "link" || tag === "source") {
    problems.warn(offset, `\`${tag}\` has no effect in a template`, suggestion);
    return;
  }
  problems.error(
    offset,
    suggestion === undefined
      ? `Unknown element \`${tag.slice(0, 40)}\``
      : `The element \`${tag}\` is not supported`,
    suggestion ?? suggestName(tag, elementNames, "Use `div` or `span`."),
  );
}

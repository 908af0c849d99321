import type { DefaultTreeAdapterTypes } from "parse5";
import { isElement, type HtmlElement } from "../language/html/parse-html.ts";
import { elementNames, svgElements, voidElements } from "../language/html/elements.ts";
import { declaredStyles } from "../language/html/svg-text.ts";
import { browserDefaults, satoriDefaults } from "./browser-defaults.ts";
import { positionAttribute, type ConvertOptions } from "./conversion.ts";
import {
  declarationsOf,
  isHtmlSelector,
  isRootSelector,
  type Construct,
  type SourceIndex,
} from "./find-construct.ts";
import { replacements, shorten, type ReportLoss } from "./fix-problem.ts";
import { describeBlockTag } from "../language/data/block-tags.ts";
import { bundledFont } from "../bundled-fonts.ts";
import type { Resources } from "./resources.ts";
import type { SourceEdits } from "./source-edits.ts";

export interface Normalization {
  readonly text: string;
  readonly index: SourceIndex;
  readonly edits: SourceEdits;
  readonly report: ReportLoss;
  readonly resources: Resources;
  readonly options: ConvertOptions;
}

/** Changes that are needed although the compiler would not notice. */
export function normalize(normalization: Normalization, root: HtmlElement): void {
  const { text, index, edits, report } = normalization;
  // Inner elements end first.
  for (const element of index.elements.toReversed()) writeTags(element, normalization);
  let isAfterText = false;
  for (const element of index.elements) {
    const place = element.sourceCodeLocation!;
    const isShape = svgElements.has(element.tagName) && !/^(?:g|text|tspan)$/u.test(element.tagName);
    if (isAfterText && isShape)
      report(
        place.startOffset,
        "A shape of an SVG is below the texts before it where they overlap",
        "approximated",
      );
    const isInside = isInSvg(element) && element.tagName !== "svg";
    isAfterText = element.tagName === "text" || (isAfterText && isInside && !isShape);
    const mark = place.attrs?.[positionAttribute];
    if (mark) edits.replace(mark.startOffset - 1, mark.endOffset, "");
    if (element.tagName === "script" || element.tagName === "noscript" || element.tagName === "link") {
      edits.replace(place.startOffset, place.endOffset, "");
      const what = element.tagName === "link" ? describeLink(element) : "A script: templates run no code";
      if (what !== undefined) report(place.startOffset, what, "dropped");
    }
    if (element.tagName === "style" && place.attrs) {
      for (const [name, { startOffset, endOffset }] of Object.entries(place.attrs))
        if (name !== "media") edits.replace(startOffset, endOffset, "");
    }
    moveShapeStyle(element, edits);
    for (const { name, value } of element.attrs) {
      const attribute = place.attrs?.[name];
      if (attribute && /^(?:width|height)$/u.test(name) && /^\d+\.\d{3,20}$/u.test(value))
        edits.replace(
          attribute.startOffset,
          attribute.endOffset,
          `${name}="${Number(Number(value).toFixed(2))}"`,
        );
    }
    replaceImage(element, normalization);
  }
  const containers = removeContainers(normalization);
  for (const { kind, name, start, end } of index.constructs) {
    const source = text.slice(start, end);
    if (kind === "placeholder" && !placeholder.test(name)) {
      edits.replace(start, end, "");
      const instead = describeBlockTag(name.replace(/^\{+\s*/u, ""))?.suggestion.replace(/\.$/u, "");
      const ofOther = "write the name of a field, such as `{{title}}`. Values are text, not HTML";
      report(start, `\`${shorten(name)}\`: ${instead ?? ofOther}`, "dropped");
    } else if (kind === "at-rule" && name === "import") {
      edits.replace(start, end, "");
      const what = describeStylesheet(source, `\`${shorten(source)}\`: it is not loaded`);
      if (what !== undefined) report(start, what, "dropped");
    }
    const [own = "", query] = /^@container\s+([\w-]+)/iu.exec(source) ?? [];
    if (query !== undefined && containers.has(query)) edits.replace(start, start + own.length, "@container");
  }
  replaceUnits(normalization);
  replaceUrls(normalization);
  wrapRoots(normalization, root);
  if (!normalization.options.fields) reportSize(normalization, [root, ...root.childNodes.filter(isElement)]);
}

/** Removes that the card is a container, which it always is. Returns its names. */
function removeContainers({ text, index, edits }: Normalization): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name, start, end } of declarationsOf(index, isRootSelector, "every").values()) {
    if (!name.startsWith("container")) continue;
    edits.replace(start, end, "");
    const value = text.slice(start + name.length, end);
    if (name !== "container-type")
      for (const word of value.split("/")[0]!.match(/[\w-]+/gu) ?? []) names.add(word);
  }
  return names;
}

/** A field, or a member of a list's entry, with filters. */
const placeholder = /^\{\{\s*[A-Za-z]\w*(?:\.\w+)?(?:\s*\|\s*\w+)*\s*\}\}$/u;

/** What is lost with a link; undefined for hints, icons, and fonts that every installation has. */
function describeLink({ attrs }: HtmlElement): string | undefined {
  const value = (name: string) => attrs.find((attribute) => attribute.name === name)?.value ?? "";
  if (/preconnect|prefetch|icon|canonical|manifest/iu.test(value("rel"))) return undefined;
  const href = value("href");
  return describeStylesheet(href, `A link to \`${shorten(href)}\`: write its CSS into a \`style\` element`);
}

/** What is lost with a stylesheet of fonts, or of something other. */
function describeStylesheet(url: string, other: string): string | undefined {
  const families = Array.from(url.matchAll(/[?&]family=([^:&"')]+)/gu), ([, name = ""]) =>
    name.replaceAll("+", " "),
  );
  if (families.length === 0) return other;
  if (families.every((name) => bundledFont(name))) return undefined;
  return `The font \`${families[0]}\` from another server: add its variable font, or up to 4 files, as assets, with \`@font-face\``;
}

function isInSvg(element: HtmlElement): boolean {
  return element.namespaceURI.endsWith("/svg");
}

/**
 * Replaces an element that templates don't have by one that is close to it, writes the end tag that browsers
 * add, and removes the slash that they ignore.
 */
function writeTags(element: HtmlElement, { text, edits, report }: Normalization): void {
  const { tagName: tag } = element;
  const { startTag, endTag, endOffset } = element.sourceCodeLocation!;
  if (!startTag || isInSvg(element) || voidElements.has(tag)) return;
  if (["html", "head", "body", "meta", "link"].includes(tag)) return;
  const name = replacements.get(tag) ?? tag;
  if (name !== tag) {
    const at = startTag.startOffset + 1;
    edits.replace(at, at + tag.length, name);
    if (endTag) edits.replace(endTag.startOffset, endTag.endOffset, `</${name}>`);
    const what = `The element \`${tag}\` became \`${name}\`, without the styles of \`${tag}\``;
    report(startTag.startOffset, what, "approximated");
  }
  const slash = /\s*\/>$/u.exec(text.slice(startTag.startOffset, startTag.endOffset));
  if (slash) edits.replace(startTag.endOffset - slash[0].length, startTag.endOffset, ">");
  if (!endTag && elementNames.has(name)) edits.replace(endOffset, endOffset, `</${name}>`);
}

/** Declarations of the shapes of an SVG become attributes: templates have or refuse each of them. */
function moveShapeStyle(element: HtmlElement, edits: SourceEdits): void {
  const { style, ...others } = element.sourceCodeLocation?.attrs ?? {};
  if (!style || !isInSvg(element) || element.tagName === "svg") return;
  const declared = declaredStyles(element).filter(({ value }) => value !== "");
  const attributes = declared.map(({ name, value }) => `${name}="${value.replaceAll('"', "'")}"`);
  edits.replace(style.startOffset, style.endOffset, attributes.join(" "));
  for (const { name } of declared) {
    const old = others[name];
    if (old) edits.replace(old.startOffset, old.endOffset, "");
  }
}

function replaceImage(element: HtmlElement, normalization: Normalization): void {
  const src = element.attrs.find(({ name }) => name === "src")?.value.trim();
  const place = element.sourceCodeLocation?.attrs?.["src"];
  if (element.tagName !== "img" || src === undefined || !place) return;
  const value = resourceFor(src, place.startOffset, normalization);
  if (value !== undefined) normalization.edits.replace(place.startOffset, place.endOffset, `src="${value}"`);
}

/** The asset or the field that an image or font by URL becomes. Reports what is lost. */
function resourceFor(
  url: string,
  offset: number,
  { report, resources }: Normalization,
  isFont = false,
): string | undefined {
  if (url.includes("{{")) return undefined;
  const resource = resources.find(url, isFont);
  const image = `The ${isFont ? "font" : "image"} \`${shorten(url)}\``;
  if (resource.kind === "asset") return `assets/${resource.path}`;
  if (resource.kind === "field") {
    if (resource.isApproximated)
      report(offset, `${image} is now the field \`${resource.name}\``, "approximated");
    return `{{${resource.name}}}`;
  }
  const reason = resources.refusalOf(url);
  if (reason !== undefined) report(offset, `${image}: ${reason.replace(/\.$/u, "")}`, "dropped");
  return undefined;
}

/** Lengths that refer to the window refer to the card, and `rem` to its root element. */
function replaceUnits({ text, index, edits }: Normalization): void {
  const size = declarationsOf(index, isHtmlSelector).get("font-size");
  const htmlSize = size && /([\d.]+)(px|%)/u.exec(text.slice(size.start, size.end));
  const rem = htmlSize ? Number(htmlSize[1]) * (htmlSize[2] === "%" ? 0.16 : 1) : 16;
  for (const { kind, start, end, content } of index.constructs) {
    const range =
      kind === "declaration" ? [start, end] : kind === "at-rule" && content ? [start, content[0]] : undefined;
    if (!range) continue;
    for (const match of text
      .slice(range[0], range[1])
      .matchAll(/(?<![\w#.-])(-?(?:\d*\.)?\d+)(rem|[dsl]?v(?:w|h|min|max|i|b))\b/giu)) {
      const [whole, number = "", unit = ""] = match;
      const at = range[0]! + match.index;
      const lower = unit.toLowerCase();
      const isRem = lower === "rem" && kind === "declaration";
      if (lower === "rem" && !isRem) continue;
      const to = isRem
        ? `${Number((Number(number) * rem).toFixed(4))}px`
        : `${number}cq${lower.replace(/^[dsl]?v/u, "")}`;
      edits.replace(at, at + whole.length, to);
    }
  }
}

/** `url()` in declarations. */
function replaceUrls(normalization: Normalization): void {
  const { text, index, edits } = normalization;
  for (const { kind, start, end, name } of index.constructs) {
    if (kind !== "declaration") continue;
    // Without an expression for the whole URL: those of fonts have megabytes.
    let last = start;
    for (const { 0: head, 1: quote = "", index: at } of text
      .slice(start, end)
      .matchAll(/url\(\s*(["']?)/gu)) {
      const from = start + at + head.length;
      if (from < last) continue;
      const close = new RegExp(`${quote}\\s*\\)`, "gu");
      close.lastIndex = from;
      const found = close.exec(text);
      if (!found) break;
      last = close.lastIndex;
      const url = text.slice(from, found.index);
      const value = url.startsWith("#") ? undefined : resourceFor(url, from, normalization, name === "src");
      if (value !== undefined) edits.replace(start + at, last, `url(${value})`);
    }
  }
}

/** Puts the content into one root element, and the default styles of the source's renderer before it. */
function wrapRoots({ text, index, edits, report, options }: Normalization, root: HtmlElement): void {
  const tags = new Set(index.elements.map(({ tagName }) => tagName));
  const place = root.sourceCodeLocation!;
  const siblings = (root.parentNode?.childNodes ?? []).filter((node) =>
    isElement(node) ? isCardElement(node) : "value" in node && node.value.trim() !== "",
  );
  const hasBodyTag = root.tagName === "body";
  const hasPlaceholder = index.constructs.some(
    ({ kind, name }) => kind === "placeholder" && placeholder.test(name),
  );
  const defaults = options.defaults ?? (hasPlaceholder && !hasBodyTag ? "template" : "browser");
  // Browsers add a `body` to a fragment.
  const isBody = hasBodyTag || defaults === "browser";
  const inline = new Map(
    index.constructs
      .filter(({ kind, element }) => kind === "declaration" && element === root && hasBodyTag === isBody)
      .map((declaration) => [declaration.name, declaration]),
  );
  const written = (declaration?: Construct) =>
    declaration ? text.slice(declaration.start, declaration.end) : "";
  const fills = (name: string) => /:\s*(?:100%|100v[wh])/u.test(written(inline.get(name)));
  const isWrapped =
    isBody ||
    siblings.length > 1 ||
    voidElements.has(root.tagName) ||
    isInSvg(root) ||
    (options.defaults === "satori" && !(fills("width") && fills("height")));
  const ofRoot = new Map([...declarationsOf(index, isRootSelector), ...inline]);
  const ofAll = declarationsOf(index, ({ text: selector }) => selector === "*");
  const isSet = (...names: string[]) => names.some((name) => ofRoot.has(name) || ofAll.has(name));
  if (isBody && /flex|grid/u.test(written(ofRoot.get("display"))) && !ofRoot.has("height"))
    report(place.startOffset, "`body` has the height of the card, not that of its content", "approximated");
  const isWhole = (name: string) =>
    !ofRoot.has(name) || /:\s*(?:auto|100%|100[dsl]?v[wh]|\d+px)/u.test(written(ofRoot.get(name)));
  const hasGround = [...ofRoot.keys()].some((name) => name.startsWith("background"));
  if (isBody && hasGround && !(isWhole("width") && isWhole("height")))
    report(
      place.startOffset,
      "A browser paints the background of `body` on the whole page, also outside its box",
      "approximated",
    );
  const margin = written(ofRoot.get("margin")) || (isSet("margin") ? "" : "8px");
  const hasMargin = /[1-9]/u.test(margin) && (ofRoot.has("margin") || isSet("padding"));
  if (isBody && defaults === "browser" && hasMargin) {
    // A browser extends the background of `body` into its margin.
    const own = inline.get("margin") ?? declarationsOf(index, isRootSelector, "every").get("margin");
    const isApart = [...ofRoot.keys()].some((name) => /^(?:padding|border|width|height)/u.test(name));
    const ofHtml = [...declarationsOf(index, isHtmlSelector).keys()];
    const hasOuter = ofHtml.some((name) => name.startsWith("background"));
    if (own && !isApart && !hasOuter && !margin.includes("auto"))
      edits.replace(own.start, own.start + "margin".length, "padding");
    else {
      const moved = "`body` fills the card: its margin moves it beyond the edge. Use `padding`";
      const what = ofRoot.has("margin") ? moved : "`body` has no default margin around its padding";
      report(place.startOffset, what, "approximated");
    }
  }
  const ofBrowser = (): string[] => {
    const isBorderBox = defaults === "takumi" || ofAll.has("box-sizing");
    const hasContentBoxes = defaults !== "takumi" && /:(?:before|after)\b/iu.test(text);
    const hasFont = !isBody || isSet("font", "font-family");
    return [
      ...(isBorderBox ? [] : ["* { box-sizing: content-box }"]),
      ...(hasContentBoxes ? ["::before, ::after { box-sizing: content-box }"] : []),
      ...(isBorderBox || ofRoot.has("width") ? [] : [":where(:root) { box-sizing: border-box }"]),
      ...(hasFont ? [] : [":where(body) { font-family: serif }"]),
      ...(isBody && !isSet("margin") ? [":where(body) { padding: 8px }"] : []),
      ...browserDefaults(tags),
    ];
  };
  const ofRenderer = defaults === "satori" ? satoriDefaults(tags) : ofBrowser();
  const css = [...(defaults === "template" ? [] : ofRenderer), ...(options.rules ?? [])].join("\n");
  const startOf = (node: DefaultTreeAdapterTypes.ChildNode) =>
    node.sourceCodeLocation?.startOffset ?? place.startOffset;
  const starts = siblings.map(startOf);
  const sheets = index.elements.filter(({ tagName }) => tagName === "style");
  const at = Math.min(...starts, ...sheets.map(startOf));
  // In the first layer, defaults lose against the layers of the source.
  const sheet = /@layer\b/iu.test(text) ? `@layer defaults {\n${css}\n}` : css;
  if (css !== "") edits.replace(at, at, `<style>\n${sheet}\n</style>\n`);
  if (hasBodyTag || !isWrapped) return;
  const ends = siblings.map((node) => node.sourceCodeLocation?.endOffset ?? 0);
  const rootStyle =
    defaults === "satori" ? ` style="flex-wrap: wrap; align-items: flex-start; overflow: hidden"` : "";
  const tag = isBody ? "body" : "main";
  edits.replace(Math.min(...starts), Math.min(...starts), `<${tag}${rootStyle}>`);
  edits.replace(Math.max(...ends), Math.max(...ends), `</${tag}>`);
}

/** Reports that the card or a part of it has a size for larger images than the default. */
function reportSize({ text, index, report }: Normalization, elements: readonly HtmlElement[]): void {
  for (const element of elements) {
    const value = (name: string) => element.attrs.find((each) => each.name === name)?.value ?? "";
    const classes = value("class")
      .split(/\s+/u)
      .map((name) => `.${name}`);
    const names = new Set([element.tagName, `#${value("id")}`, ...classes]);
    const ofRules = declarationsOf(index, (selector) => names.has(selector.text.trim()));
    const inline = index.constructs.filter((each) => each.kind === "declaration" && each.element === element);
    const [width, height] = ["width", "height"].map((name) => {
      const found = inline.find((each) => each.name === name) ?? ofRules.get(name);
      return Number(/:\s*([\d.]+)px/u.exec(found ? text.slice(found.start, found.end) : "")?.[1] ?? 0);
    });
    if (width! <= 1200 && height! <= 630) continue;
    const size = `${width || 1200}×${height || 630}`;
    const what = `An element has ${size} pixels: choose this size when you render the card`;
    report(element.sourceCodeLocation!.startOffset, what, "approximated");
    return;
  }
}

/** Whether an element is the card or in it. */
export function isCardElement(element: HtmlElement): boolean {
  const outside = ["html", "head", "meta", "title", "link", "style", "script", "base"];
  return isInSvg(element) || !outside.includes(element.tagName);
}

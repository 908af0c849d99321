// Writes the styles of a card as CSS has them for the picture that satori makes. This is satori 0.18, which
// next/og of Next.js 16 has.
import { bytesOfDataUrl } from "@placard/templates";
import type { Loss } from "@placard/templates/convert";
import { serialize } from "parse5";
import {
  defaultFonts,
  replaceFonts,
  writeRootFont,
  writeFont,
  type CardFont,
  type Font,
} from "./card-fonts.ts";
import {
  attributeOf,
  elementsOf,
  isElement,
  positionOf,
  readStyle,
  type Element,
  type ParentNode,
} from "./card-tree.ts";
import { writeGradients } from "./satori-gradients.ts";

/** The properties that satori reads, besides custom properties. */
const known = new Set(
  `display position top right bottom left overflow box-sizing box-shadow opacity color filter clip-path
  width min-width max-width height min-height max-height gap row-gap column-gap
  margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom
  padding-left border border-width border-style border-color border-top border-top-width border-top-style
  border-top-color border-right border-right-width border-right-style border-right-color border-bottom
  border-bottom-width border-bottom-style border-bottom-color border-left border-left-width border-left-style
  border-left-color border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius
  border-bottom-right-radius flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap
  align-content align-items align-self justify-content place-content transform transform-origin
  background background-clip background-color background-image background-position background-repeat
  background-size mask mask-image mask-position mask-repeat mask-size -webkit-mask -webkit-mask-image
  -webkit-mask-position -webkit-mask-repeat -webkit-mask-size object-fit object-position image-rendering
  font font-family font-size font-style font-weight letter-spacing line-clamp line-height tab-size white-space
  word-break text-align text-indent text-overflow text-shadow text-transform text-wrap text-decoration
  text-decoration-color text-decoration-line text-decoration-style text-decoration-skip-ink
  -webkit-box-orient -webkit-line-clamp -webkit-text-stroke -webkit-text-stroke-color
  -webkit-text-stroke-width`.split(/\s+/u),
);

/** Satori also draws symbols such as ✔ as emoji, as fonts of texts do not have them. */
const emojiPattern = /\p{Emoji_Presentation}|(?=[\u2600-\u27bf])\p{Emoji}/u;
const otherEmoji =
  "Emoji are those of the installation, such as Noto's. Satori has Twemoji: add them as images";

const kerned =
  "Large texts have no kerning: satori measures words without it, but draws them with it in fonts such as Geist";

const stopsInPixels = /radial-gradient\([^,]*,(?:[^()]|\([^()]*\))*\dpx/u;

/** In satori, borders without a style are solid. */
const withoutStyle = /^border(?:-top|-right|-bottom|-left)?:(?!.*\b(?:none|dotted|dashed|solid|var)\b)/u;

/** Lengths without a unit are pixels. */
const lengths =
  /^(?:margin|padding|width|height|top|left|right|bottom|[a-z-]*gap|border|font-size|letter-spacing|min-|max-|flex-basis)/u;
const unitless = /\([^()]*\)|(?<![\w.#({-])(-?(?:\d*\.)?\d+)(?![\w.%)}])/gu;

/**
 * Writes the styles of elements. `fonts`: undefined if they are not known.
 * Declarations that satori ignores are left out.
 */
export function writeSatoriStyles(
  card: ParentNode,
  fonts: readonly CardFont[] | undefined,
): { rules: string[]; losses: Loss[] } {
  const losses: Loss[] = [];
  const fontOf = new Map<ParentNode, Font>();
  for (const element of elementsOf(card)) {
    const parent = element.parentNode!;
    if (element.tagName === "svg") writeSize(element);
    if (element.namespaceURI.endsWith("/svg")) continue;
    if (element.tagName === "style" && fonts) replaceFonts(element, fonts);
    if (element.tagName === "style") continue;
    const style = styleOf(element);
    const report = (what: string) => losses.push({ ...positionOf(element), what, severity: "approximated" });
    const values = [...style.values()];
    if (style.get("background-clip") === "text" && emojiPattern.test(serialize(element)))
      report("Emoji in a text with `background-clip: text` have its background, and not their colors");
    if (/,(?![^()]*\))/u.test(style.get("text-shadow") ?? ""))
      report("Satori mixes several shadows of a text in linear colors, which shows light ones more");
    if (values.some((value) => stopsInPixels.test(value)))
      report("A radial gradient has stops in pixels: satori draws them smaller, or not at all");
    for (const [name, value] of style)
      if (!known.has(name) && !name.startsWith("--")) style.delete(name);
      else if (withoutStyle.test(`${name}:${value}`)) style.set(name, `${addUnits(value)} solid`);
      else if (lengths.test(name)) style.set(name, addUnits(value));
      else {
        const written = writeGradients(value);
        style.set(name, written.value);
        if (!written.isExact)
          report("A gradient to a transparent color keeps its color: in satori, it goes to that color");
      }
    if (/^\w.*\burl\(|^(?:#|rgb|hsl).*(?:url|gradient)\(/u.test(style.get("background") ?? ""))
      style.set("background", /^[^\s(]+(?:\([^()]*\))?/u.exec(style.get("background")!)![0]);
    if (element.tagName === "img" && !style.has("object-fit")) stretchDrawing(element);
    const isLarge = (fontSizeOf(element) ?? 0) >= 40 || largeClass.test(attributeOf(element, "class") ?? "");
    if (hasText(element) && isLarge && !losses.some(({ what }) => what === kerned)) report(kerned);
    const emoji = element.childNodes.find((node) => "value" in node && emojiPattern.test(node.value));
    if (emoji && !losses.some(({ what }) => what === otherEmoji)) report(otherEmoji);
    if (style.has("filter") && isWithinFilter(parent))
      report("In satori, a filter replaces those of the elements around it; here, all are applied");
    writeFilter(style, report);
    writeMargins(element, style);
    writePercentages(element, style, report);
    writeBox(element, parent, style);
    const inherited = fontOf.get(parent) ?? { family: fonts?.[0]?.name ?? "", weight: 400 };
    if (fonts) fontOf.set(element, writeFont(style, fonts, inherited));
    element.attrs = element.attrs.filter(({ name }) => name !== "style");
    const written = Array.from(style, ([name, value]) => `${name}: ${value}`).join("; ");
    if (written !== "") element.attrs.unshift({ name: "style", value: written });
  }
  const tags = new Set(elementsOf(card).map(({ tagName }) => tagName));
  const [, name] =
    /font-family: *(?:&quot;|['"])?(?!\s|sans-serif|serif|monospace|system-ui|ui-|inherit)([\w -]+)/u.exec(
      serialize(card),
    ) ?? [];
  const root = name === undefined ? [] : [writeRootFont({ name, weight: 400 })];
  return { rules: fonts ? defaultFonts(fonts, tags) : root, losses };
}

/** The renderer of satori changes colors in linear light, and blurs what is within the card. */
function writeFilter(style: Style, report: (what: string) => void): void {
  const filter = style.get("filter") ?? "";
  const lighten = (_: string, number: string, unit: string) => {
    const factor = Number(number) / (unit === "%" ? 100 : 1);
    return `brightness(${Number(Math.max(0, 1.055 * factor ** (1 / 2.4) - 0.055).toFixed(3))})`;
  };
  if (filter !== "") style.set("filter", filter.replace(/brightness\(\s*([\d.]+)(%?)\s*\)/gu, lighten));
  const [name] = /contrast|grayscale|hue-rotate|invert|saturate|sepia/u.exec(filter) ?? [];
  if (name !== undefined) report(`Satori applies \`${name}()\` to linear colors: the colors differ`);
  if (
    filter.includes("blur(") &&
    ["top", "right", "bottom", "left"].some((side) => style.get(side)?.startsWith("-"))
  )
    report("Satori blurs only the part of a box within the card: its edges there fade");
}

function isWithinFilter(node: ParentNode): boolean {
  return isElement(node) && (styleOf(node).has("filter") || isWithinFilter(node.parentNode!));
}

/** Of headings and paragraphs, in font sizes of the parent. In CSS, they depend on the element's own one. */
const margins: Readonly<Record<string, number>> = {
  ...{ h1: 2 * 0.67, h2: 1.5 * 0.83, h3: 1.17, h4: 1.33, h5: 0.83 * 1.67, h6: 0.67 * 2.33 },
  ...{ p: 1, pre: 1, blockquote: 1 },
};

const largeClass = /(?:^|\s)text-(?:[5-9]xl|\[(?:[4-9]\d|\d{3})px\])/u;
const sizeClass = /(?:^|\s)text-(?:\[\d|xs|sm|base|lg|\d?xl)/u;

function writeMargins(element: Element, style: Style): void {
  const factor = margins[element.tagName];
  const parentSize = fontSizeOf(element.parentNode!);
  const classes = attributeOf(element, "class") ?? "";
  const hasSize = style.has("font-size") || sizeClass.test(classes);
  if (!factor || !parentSize || !hasSize || style.has("margin")) return;
  for (const side of ["top", "bottom"]) {
    const hasClass = new RegExp(`(?:^|\\s)-?m[y${side[0]}]?-`, "u").test(classes);
    if (style.has(`margin-${side}`) || hasClass) continue;
    style.set(`margin-${side}`, `${Number((factor * parentSize).toFixed(2))}px`);
  }
}

/** In pixels; undefined if it depends on data or classes. */
function fontSizeOf(element: ParentNode): number | undefined {
  if (!("attrs" in element)) return 16;
  const [, size, unit] = /^([\d.]+)(px|r?em)$/u.exec(styleOf(element).get("font-size") ?? "1em") ?? [];
  if (unit === undefined || sizeClass.test(attributeOf(element, "class") ?? "")) return undefined;
  if (unit !== "em") return Number(size) * (unit === "rem" ? 16 : 1);
  const parentSize = fontSizeOf(element.parentNode!);
  return parentSize && Number(size) * parentSize;
}

/** A drawing has the size of its view box. In CSS, it fills its parent. */
function writeSize(svg: Element): void {
  const [, , width = 0, height = 0] = (attributeOf(svg, "viewBox") ?? "").split(/[\s,]+/u).map(Number);
  const sizeOf = (name: string, size: number) => Number(attributeOf(svg, name) ?? size);
  const add = (name: string, size: number) => {
    if (size && attributeOf(svg, name) === undefined)
      svg.attrs.push({ name, value: `${Number(size.toFixed(2))}` });
  };
  add("width", (sizeOf("height", height) * width) / height);
  add("height", (sizeOf("width", width) * height) / width);
}

/** Images in SVG fill their box: satori ignores their proportions. */
function stretchDrawing(image: Element): void {
  const src = image.attrs.find(({ name }) => name === "src");
  const svg =
    src && src.value.startsWith("data:image/svg") ? new TextDecoder().decode(bytesOfDataUrl(src.value)) : "";
  if (!/<svg\b[^>]*\bviewBox/u.test(svg) || /<svg\b[^>]*\bpreserveAspectRatio/u.test(svg)) return;
  const stretched = svg.replace(/<svg\b/u, '<svg preserveAspectRatio="none"');
  src!.value = `data:image/svg+xml;base64,${Buffer.from(stretched).toString("base64")}`;
}

/** Units that satori does not know are pixels. */
function addUnits(value: string): string {
  return value
    .replace(unitless, (text, number?: string) => (Number(number) ? `${number}px` : text))
    .replace(/(?<=\d)(?:p[tc]|in|[cm]m|q|ex|ch|vmin|vmax)\b/giu, "px");
}

type Style = Map<string, string>;

function styleOf(node: ParentNode): Style {
  return readStyle(("attrs" in node && attributeOf(node, "style")) || "");
}

/** Whether it has text of its own, also one that depends on a condition. */
function hasText({ childNodes }: ParentNode): boolean {
  return childNodes.some((node) =>
    isElement(node)
      ? node.tagName === "span" &&
        node.attrs.every(({ name }) => /^(?:if|unless)$/u.test(name)) &&
        hasText(node)
      : "value" in node && node.value.trim() !== "",
  );
}

const sizedClass = /(?:^|\s)(?:w-|h-|size-|inset|absolute|flex-col|flex-1|flex-auto|(?:flex-)?grow)/u;

/** What percentages are of boxes without a size: of rows, that of their parent; and of images, nothing. */
function writePercentages(element: Element, style: Style, report: (what: string) => void): void {
  const parent = element.parentNode!;
  const [of, around] = [parent, isElement(parent) ? parent.parentNode! : parent].map(styleOf) as [
    Style,
    Style,
  ];
  const isColumn = (box: Style) => box.get("flex-direction")?.startsWith("column") === true;
  const isPlaced = (box: Style) => box.get("position") === "absolute";
  const isOpen = (node: ParentNode, box: Style, size: string, start: string, end: string) =>
    !["flex", "flex-grow", size].some((name) => box.has(name)) &&
    !(box.has(start) && box.has(end)) &&
    !("attrs" in node && sizedClass.test(attributeOf(node, "class") ?? ""));
  const widths = element.childNodes.flatMap((node) =>
    isElement(node)
      ? (/\bw-full\b/u.test(attributeOf(node, "class") ?? "") && "100%") || styleOf(node).get("width") || []
      : [],
  );
  if (!isColumn(style) && !isPlaced(style) && isOpen(element, style, "width", "left", "right")) {
    const isStretched = isColumn(of) && /^(?:normal|stretch)?$/u.test(of.get("align-items") ?? "");
    if (widths.includes("100%")) style.set("width", "100%");
    else if (!isStretched && widths.some((width) => width.endsWith("%")))
      report("A width is in percent of a box without a width: it can differ from satori's");
  }
  if (element.tagName !== "img") return;
  const [isWide, isHigh] = ["width", "height"].map((name) => style.get(name)?.endsWith("%"));
  if (isWide && isPlaced(of) && isOpen(parent, of, "width", "left", "right")) style.set("width", "0");
  if (isHigh && isOpen(parent, of, "height", "top", "bottom"))
    if (isPlaced(of) || (isWide && (isColumn(of) || isColumn(around)))) style.set("height", "0");
}

const shrinkClass = /(?:^|\s)(?:flex-\d|flex-auto|flex-none|flex-initial|(?:flex-)?shrink)/u;

/**
 * Images without a size fill their parent. Only texts shrink, to less than their content; other boxes without
 * a size are at most as wide as their parent.
 */
function writeBox(element: Element, parent: ParentNode, style: Style): void {
  const isText = hasText(element);
  const ofParent = styleOf(parent);
  const classes = [element, parent].map((node) => ("attrs" in node && attributeOf(node, "class")) || "");
  const hasSize = (name: string) => style.has(name) || attributeOf(element, name) !== undefined;
  const axis = ofParent.get("flex-direction")?.startsWith("column") ? "height" : "width";
  if (element.tagName === "img" && !/(?:^|\s)(?:[wh]|size)-/u.test(classes[0]!)) {
    if (!hasSize("width") && !hasSize("height")) style.set("width", "100%");
    const isStretched = /^(?:normal|stretch)?$/u.test(ofParent.get("align-items") ?? "");
    const isPlaced = style.has("align-self") || /(?:^|\s)(?:self|items)-/u.test(classes.join(" "));
    if (!(hasSize("width") && hasSize("height")) && isStretched && !isPlaced)
      style.set("align-self", "flex-start");
  }
  // Satori aligns the lower edges of the first lines.
  if (style.get("align-items") === "baseline")
    style.set("align-items", style.get("flex-direction")?.startsWith("column") ? "flex-start" : "flex-end");
  // Its texts have this width wherever they are placed.
  const isPlacedText =
    isText && style.get("position") === "absolute" && style.has("left") !== style.has("right");
  if (isPlacedText && !hasSize("width") && !/(?:^|\s)w-/u.test(classes[0]!)) {
    style.set("width", "max-content");
    if (axis === "height" && !style.has("max-width")) style.set("max-width", "100%");
  }
  const hasShrink = style.has("flex") || style.has("flex-shrink") || shrinkClass.test(classes[0]!);
  const isFlexible = hasShrink || style.has("flex-grow");
  if (isFlexible && (hasShrink || isText) && !style.has(`min-${axis}`)) style.set(`min-${axis}`, "0");
  const hasSiblings = isElement(parent) && parent.childNodes.filter(isElement).length > 1;
  const isContainer = element.childNodes.some(isElement) && (axis === "width" || style.has("overflow"));
  const isItem =
    hasSiblings && !/absolute|contents/u.test(`${style.get("position")} ${style.get("display")}`);
  if (isItem && !isText && !hasShrink && (isContainer || hasSize(axis))) {
    style.set("flex-shrink", "0");
    const hasWidth =
      ["width", "max-width"].some(hasSize) || /(?:^|\s)(?:(?:max-)?w|size)-/u.test(classes[0]!);
    if (axis === "width" && !hasWidth) style.set("max-width", "100%");
  }
  const isClamped =
    style.get("text-overflow") === "ellipsis" &&
    style.get("display") === "-webkit-box" &&
    style.get("-webkit-box-orient") === "vertical";
  if (!isClamped) style.delete("-webkit-line-clamp");
  if (!isClamped && style.get("display") === "-webkit-box") style.set("display", "flex");
  if (style.get("display") !== "block") style.delete("line-clamp");
  // In CSS, these have an effect on the texts of blocks only.
  const isCut = style.get("text-overflow") === "ellipsis" && style.get("white-space") === "nowrap";
  if (style.get("display") === "block" && !style.has("line-clamp")) style.set("display", "flex");
  if (isText && isCut) style.set("display", "block");
}

// Writes the styles of a card as CSS has them for the picture that satori makes. This is satori 0.18, which
// next/og of Next.js 16 has.
import type { Loss } from "@placard/templates/convert";
import { serialize } from "parse5";
import {
  attributeOf,
  elementsOf,
  isElement,
  positionOf,
  readStyle,
  type Element,
  type ParentNode,
} from "./card-tree.ts";

/** A font that the code of a card gives to its renderer. */
export interface CardFont {
  readonly name: string;
  readonly weight: number;
  readonly isItalic: boolean;
}

/** The only font of next/og. */
const geist: CardFont = { name: "Geist", weight: 400, isItalic: false };

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

/** A gradient with `transparent`, and a color that is not black. */
const throughBlack = /gradient\((?=.*\btransparent\b).*(?:#(?!0{3,8}\b)|rgba?\((?!0, ?0, ?0\b))/u;

/** Of a gradient with two stops. */
const toTransparent =
  /(?<=gradient\((?:(?:to|at|circle|ellipse|-?[\d.]+deg)\b[^,]*, ?)?)(#[0-9a-f]{3,8}|rgba?\([^()]*\))(?: ([\d.]+)%)?, ?transparent(?: ([\d.]+)%)?(?=\))/giu;

/** Without a gradual change, such as in `#fff 1px, transparent 1px`. */
const edge = / ([\d.]+(?:px|%)), ?transparent (?:\1|0(?:px|%)?)/gu;

const stopsInPixels = /radial-gradient\([^,]*,(?:[^()]|\([^()]*\))*\dpx/u;

/** Lengths without a unit are pixels. */
const lengths =
  /^(?:margin|padding|width|height|top|left|right|bottom|[a-z-]*gap|border|font-size|letter-spacing|min-|max-|flex-basis)/u;
const unitless = /\([^()]*\)|(?<![\w.#({-])(-?(?:\d*\.)?\d+)(?![\w.%)}])/gu;

/**
 * Writes the styles of elements. `given`: the fonts that the code gives; undefined if they are not known.
 * Declarations that satori ignores are left out.
 */
export function writeSatoriStyles(
  card: ParentNode,
  given: readonly CardFont[] | undefined,
): { rules: string[]; losses: Loss[] } {
  const fonts = given?.length === 0 ? [geist] : given;
  const losses: Loss[] = [];
  const fontOf = new Map<ParentNode, Font>();
  for (const element of elementsOf(card)) {
    const parent = element.parentNode!;
    if (element.namespaceURI.endsWith("/svg")) continue;
    if (element.tagName === "style" && fonts) replaceFonts(element, fonts);
    if (element.tagName === "style") continue;
    const style = styleOf(element);
    const report = (what: string) => losses.push({ ...positionOf(element), what, severity: "approximated" });
    const values = [...style.values()];
    if (style.get("background-clip") === "text" && /\p{Emoji_Presentation}/u.test(serialize(element)))
      report("Emoji in a text with `background-clip: text` have its background, and not their colors");
    if (values.some((value) => throughBlack.test(value.replace(toTransparent, "").replace(edge, ""))))
      report("A gradient to `transparent` keeps its color: in satori, it goes through black");
    if (values.some((value) => stopsInPixels.test(value)))
      report("A radial gradient has stops in pixels: satori draws them smaller, or not at all");
    for (const [name, value] of style)
      if (!known.has(name) && !name.startsWith("--")) style.delete(name);
      else style.set(name, lengths.test(name) ? addUnits(value) : writeGradients(value));
    writeBox(element, parent, style);
    const inherited = fontOf.get(parent) ?? { family: fonts?.[0]?.name ?? "", weight: 400 };
    if (fonts) fontOf.set(element, writeFont(style, fonts, inherited));
    element.attrs = element.attrs.filter(({ name }) => name !== "style");
    const written = Array.from(style, ([name, value]) => `${name}: ${value}`).join("; ");
    if (written !== "") element.attrs.unshift({ name: "style", value: written });
  }
  const tags = new Set(elementsOf(card).map(({ tagName }) => tagName));
  return { rules: fonts ? defaultFonts(fonts, tags) : [], losses };
}

/** The rules of elements whose default styles depend on the fonts. */
function defaultFonts(fonts: readonly CardFont[], tags: ReadonlySet<string>): string[] {
  const [{ name }] = fonts as [CardFont];
  const [regular, bold] = [400, 700].map((weight) => nearestWeight(weight, ofFamily(fonts, name)));
  const rules = [
    ["h1, h2, h3, h4, h5, h6, b, strong", `font-weight: ${bold}`],
    ["i, em", hasItalics(fonts, name) ? "font-style: italic" : "font-style: normal"],
    ["code, kbd, pre", "font-family: inherit"],
  ].flatMap(([names = "", declaration]) => {
    const used = names.split(", ").filter((tag) => tags.has(tag));
    return used.length > 0 ? [`:where(${used.join(", ")}) { ${declaration} }`] : [];
  });
  return [writeRootFont({ name, weight: regular! }), ...rules];
}

/** The rule for texts without a family. */
export function writeRootFont({ name, weight }: Pick<CardFont, "name" | "weight">): string {
  return `:where(:root) { font-family: ${quote(name)}; font-weight: ${weight} }`;
}

/**
 * In satori, colors and their opacity change apart: in CSS, more stops have that effect. `at top` and
 * `at bottom` are the center.
 */
function writeGradients(value: string): string {
  const centered = value.replace(/(radial-gradient\([^,]* at )(?:top|bottom)(?=,)/gu, "$1center");
  return centered.replace(toTransparent, (text, color: string, from = "0", to = "100") => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = channelsOf(color);
    if (red + green + blue === 0) return text;
    const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => {
      const [r, g, b] = [red, green, blue].map((channel) => Math.round(channel * (1 - share)));
      const at = Number(from) + (Number(to) - Number(from)) * share;
      return `rgba(${r}, ${g}, ${b}, ${Number((alpha * (1 - share)).toFixed(4))}) ${at}%`;
    });
    return stops.join(", ");
  });
}

function channelsOf(color: string): number[] {
  if (!color.startsWith("#")) return color.match(/[\d.]+/gu)!.map(Number);
  const pairs = color.replace(/^#(.)(.)(.)(.?)$/u, "$1$1$2$2$3$3$4$4").match(/[0-9a-f]{2}/giu)!;
  return pairs.map((pair, index) => parseInt(pair, 16) / (index === 3 ? 255 : 1));
}

function addUnits(value: string): string {
  return value.replace(unitless, (text, number?: string) => (Number(number) ? `${number}px` : text));
}

type Style = Map<string, string>;

function styleOf(node: ParentNode): Style {
  return readStyle(("attrs" in node && attributeOf(node, "style")) || "");
}

/** Images without a size fill their parent. Only texts shrink, to less than their content. */
function writeBox(element: Element, parent: ParentNode, style: Style): void {
  const isText = element.childNodes.some((node) => "value" in node && node.value.trim() !== "");
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
  const isFlexible = [...style.keys()].some((name) => /^flex(?:-grow|-shrink)?$/u.test(name));
  if (isFlexible && !style.has(`min-${axis}`)) style.set(`min-${axis}`, "0");
  const hasSiblings = isElement(parent) && parent.childNodes.filter(isElement).length > 1;
  if (!isFlexible && !isText && hasSiblings && hasSize(axis) && style.get("position") !== "absolute")
    style.set("flex-shrink", "0");
  // In CSS, these have an effect on the texts of blocks only.
  const isCut = style.get("text-overflow") === "ellipsis" && style.get("white-space") === "nowrap";
  if (style.get("display") === "block" && !style.has("line-clamp")) style.set("display", "flex");
  if (isText && isCut) style.set("display", "block");
}

/** The font of an element: its family, and the weight that the code asks for. */
interface Font {
  readonly family: string;
  readonly weight: number;
}

/** Satori uses the nearest of the fonts that it has. Returns the font of the element. */
function writeFont(style: Style, fonts: readonly CardFont[], inherited: Font): Font {
  const names = style
    .get("font-family")
    ?.split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^["']|["']$/gu, "")
        .toLowerCase(),
    );
  const found = names?.flatMap((name) => fonts.find((font) => font.name.toLowerCase() === name) ?? [])[0];
  const family = names ? (found ?? fonts[0]!).name : inherited.family;
  if (family === inherited.family) style.delete("font-family");
  else style.set("font-family", quote(family));
  const declared = style.get("font-weight") ?? "";
  const weight = ({ bold: 700, normal: 400 }[declared] ?? Number(declared)) || inherited.weight;
  const nearest = nearestWeight(weight, ofFamily(fonts, family));
  const isInherited = nearest === nearestWeight(inherited.weight, ofFamily(fonts, inherited.family));
  if (declared !== "" || !isInherited) style.set("font-weight", `${nearest}`);
  if (!hasItalics(fonts, family)) style.delete("font-style");
  return { family, weight };
}

const ofFamily = (fonts: readonly CardFont[], family: string) => fonts.filter(({ name }) => name === family);

const hasItalics = (fonts: readonly CardFont[], family: string) =>
  ofFamily(fonts, family).some(({ isItalic }) => isItalic);

/** In the rules of Tailwind, whose families satori does not have. */
function replaceFonts({ childNodes: [css] }: Element, fonts: readonly CardFont[]): void {
  if (!css || !("value" in css)) return;
  css.value = css.value
    .replace(/\s*font-family:[^;]*;/gu, "")
    .replace(
      /(font-weight[\w-]*:\s*)(\d+)/gu,
      (_, name, weight) => name + nearestWeight(Number(weight), fonts),
    );
  if (!fonts.some(({ isItalic }) => isItalic)) css.value = css.value.replace(/\s*font-style:[^;]*;/gu, "");
}

function quote(family: string): string {
  return /^[\w-]+$/u.test(family) ? family : `'${family}'`;
}

/** Below 400, lighter ones come first. 400 and 500 replace each other. */
function nearestWeight(wanted: number, fonts: readonly CardFont[]): number {
  const rank = ({ weight }: CardFont) => {
    const isMiddle = [weight, wanted].every((each) => each === 400 || each === 500);
    const isPreferred = isMiddle || weight > wanted === wanted >= 400;
    return Math.abs(weight - wanted) - (isMiddle ? 100 : 0) + (isPreferred ? 0 : 1000);
  };
  return fonts.toSorted((a, b) => rank(a) - rank(b))[0]!.weight;
}

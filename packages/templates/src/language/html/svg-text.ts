import { nameSet } from "../suggestions.ts";
import type { SvgViewport } from "../../scene/index.ts";
import type { ProblemList } from "../problem-list.ts";
import { svgElements } from "./elements.ts";
import { isElement, offsetOfAttribute, type HtmlElement } from "./parse-html.ts";

/** A position in an inline SVG: a number of units of the `viewBox`, of `em`, or a percentage. */
export interface SvgLength {
  readonly value: number;
  readonly unit: "" | "em" | "%";
}

/** Where a text of an inline SVG starts (SVG 2, section 11.4). */
export interface SvgPlace {
  readonly x?: SvgLength;
  readonly y?: SvgLength;
  readonly dx?: SvgLength;
  readonly dy?: SvgLength;
}

/** Attributes of texts and of the groups around them that are CSS properties. */
export const textPresentation = nameSet(
  "fill fill-opacity stroke stroke-width paint-order color opacity visibility display direction",
  "font-family font-size font-weight font-style font-stretch font-variant letter-spacing word-spacing",
  "text-anchor dominant-baseline text-decoration transform",
);

const placeNames = ["x", "y", "dx", "dy"] as const;

/** What shapes have, too. */
const isShapePaint = /^(?:fill|stroke|paint-order|color$|opacity|visibility|display|transform)/u;

/** Attributes that have no effect on the text of an image. */
const ignoredAttributes = /^(?:space|text-rendering|shape-rendering|pointer-events|cursor)$/u;

/** Whether an element is inside of an `svg` element. */
export function isInSvg({ tagName, namespaceURI }: HtmlElement): boolean {
  return tagName !== "svg" && namespaceURI.endsWith("/svg");
}

/** Whether an element of an SVG is a text, a part of one or a group that contains one. */
export function isTextPart(element: HtmlElement): boolean {
  return hasSvgText(element) || !svgElements.has(element.tagName) || element.tagName === "tspan";
}

/** Whether an element of an SVG is a text or a group that contains one. */
export function hasSvgText(element: HtmlElement): boolean {
  if (element.tagName === "text") return true;
  return element.tagName === "g" && element.childNodes.some((node) => isElement(node) && hasSvgText(node));
}

/** The most shapes and groups of an SVG that rules can select. Larger ones are drawings of other programs. */
const maxSelectable = 100;

/** Whether rules can select the shapes of an SVG. */
export function hasSelectableShapes(svg: HtmlElement): boolean {
  return countShapes(svg) <= maxSelectable;
}

function countShapes({ childNodes }: HtmlElement): number {
  return childNodes.reduce(
    (sum, node) =>
      isElement(node) && svgElements.has(node.tagName)
        ? sum + 1 + (node.tagName === "g" ? countShapes(node) : 0)
        : sum,
    0,
  );
}

/** The attributes of an element; declarations of its style are attributes of the same names, and win. */
export function attributesOf(element: HtmlElement): HtmlElement["attrs"] {
  const declared = declaredStyles(element);
  const names = new Set(["style", ...declared.map(({ name }) => name)]);
  return [...element.attrs.filter(({ name }) => !names.has(name)), ...declared];
}

/** The declarations of the style attribute of a shape. */
export function declaredStyles({ attrs }: HtmlElement): HtmlElement["attrs"] {
  const style = attrs.find(({ name }) => name === "style")?.value ?? "";
  return style.split(";").flatMap((part) => {
    const [name = "", ...value] = part.split(":");
    return name.trim() === "" ? [] : [{ name: name.trim(), value: value.join(":").trim() }];
  });
}

/**
 * The presentation attributes of a text, or an element around it, as CSS. Numbers of lengths are units of the
 * `viewBox`.
 */
export function presentationCss(attrs: HtmlElement["attrs"], tag: string): string {
  return attrs
    .filter(({ name }) => textPresentation.has(name) && !(tag === "svg" && isShapePaint.test(name)))
    .map(({ name, value }) => {
      if (name === "transform") return `transform: ${cssTransform(value).trim() || "none"}`;
      const isLength = /^(?:font-size|letter-spacing|word-spacing)$/u.test(name);
      return `${name}: ${value}${isLength && /^\s*[\d.+-]+\s*$/u.test(value) ? "px" : ""}`;
    })
    .join("; ");
}

/** The position of a text or a part of one. Reports what is not supported, also on groups. */
export function readSvgPlace(element: HtmlElement, problems: ProblemList): SvgPlace {
  const { tagName: tag } = element;
  const refuse = (name: string, message: string, suggestion: string) =>
    problems.error(offsetOfAttribute(element, name), message, suggestion);
  const place: { -readonly [K in keyof SvgPlace]: SvgPlace[K] } = {};
  if (!isTextPart(element)) return place; // drawn by the markup
  for (const { name, value } of tag === "g" ? attributesOf(element) : element.attrs) {
    const coordinate = placeNames.find((each) => each === name);
    if (coordinate && tag !== "g") {
      const [, digits, unit = ""] = /^([\d.e+-]+)(px|em|%)?$/u.exec(value.trim()) ?? [];
      const number = Number(digits);
      if (!(Math.abs(number) <= maxCoordinate))
        refuse(
          name,
          `\`${name}\` of SVG text must be one number`,
          "Use a `tspan` for each part of the text.",
        );
      else place[coordinate] = { value: number, unit: unit === "px" ? "" : (unit as "em" | "%") };
    } else if (
      /^(?:clip-path|mask|filter)$/u.test(name) ||
      (tag !== "g" && !isKnown(name)) ||
      (tag === "tspan" && name === "transform")
    ) {
      refuse(
        name,
        `The SVG attribute \`${name.slice(0, 40)}\` is not supported ${tag === "g" ? "around" : "on"} text`,
        "Remove it, or put HTML text with `position: absolute` over the SVG.",
      );
    }
  }
  return place;
}

/** In units of a `viewBox`. */
const maxCoordinate = 1_000_000;

function isKnown(name: string): boolean {
  return (
    textPresentation.has(name) ||
    ignoredAttributes.test(name) ||
    /^(?:class|id|style|lang|dir|hidden|if|unless|each|role|title|tabindex|aria-.*|data-.*)$/u.test(name)
  );
}

/** A `transform` attribute as CSS, where numbers have units and rotations no center (SVG 2, section 8.5). */
function cssTransform(text: string): string {
  return text.replace(/(?<!\w)(\w+)\s*\(([^()]*)\)\s*,?/gu, (_, name: string, list: string) => {
    const unit = name === "translate" ? "px" : /^(?:rotate|skew)/u.test(name) ? "deg" : "";
    const values = list.trim().split(/[\s,]+/u);
    const [angle, x, y] = values;
    if (name === "rotate" && y !== undefined)
      return `translate(${x}px, ${y}px) rotate(${angle}deg) translate(calc(-1px * ${x}), calc(-1px * ${y})) `;
    return `${name}(${values.map((value) => (/\d$/u.test(value) ? value + unit : value)).join()}) `;
  });
}

/** Numbers that are separated by white space or commas. */
export function numbersIn(text: string): number[] {
  return text
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
}

/** How the `viewBox` of an SVG is placed in its box (SVG 2, section 8.6). */
export function readViewport({ attrs }: HtmlElement): SvgViewport {
  const valueOf = (attribute: string) => attrs.find(({ name }) => name === attribute)?.value.trim() ?? "";
  const own = numbersIn(valueOf("viewBox"));
  const [x = 0, y = 0, width = 0, height = 0] =
    own.length === 4 ? own : [0, 0, Number(valueOf("width")), Number(valueOf("height"))];
  const align = /^x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?$/u.exec(valueOf("preserveAspectRatio"));
  const share = (name = "Mid") => ["Min", "Mid", "Max"].indexOf(name) / 2;
  return {
    ...(width > 0 &&
      height > 0 &&
      Number.isFinite(x + y + width + height) && {
        viewBox: { x, y, width, height },
      }),
    fit: valueOf("preserveAspectRatio") === "none" ? "fill" : align?.[3] === "slice" ? "cover" : "contain",
    alignX: share(align?.[1]),
    alignY: share(align?.[2]),
  };
}

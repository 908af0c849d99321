import { nameSet } from "../suggestions.ts";
import type { SvgMatrix, SvgViewport } from "../../scene/index.ts";
import type { ProblemList } from "../problem-list.ts";
import { svgElements } from "./elements.ts";
import { isElement, offsetOfAttribute, type HtmlElement } from "./parse-html.ts";

/** A position in an inline SVG: a number of units of the `viewBox`, of `em`, or a percentage. */
export interface SvgLength {
  readonly value: number;
  readonly unit: "" | "em" | "%";
}

/** Where a text of an inline SVG starts, and how it or a group is transformed (SVG 2, sections 8.5, 11.4). */
export interface SvgPlace {
  readonly x?: SvgLength;
  readonly y?: SvgLength;
  readonly dx?: SvgLength;
  readonly dy?: SvgLength;
  readonly transform?: readonly SvgMatrix[];
}

/** Attributes of texts and of the groups around them that are CSS properties. */
export const textPresentation = nameSet(
  "fill fill-opacity stroke stroke-width paint-order color opacity visibility display direction",
  "font-family font-size font-weight font-style font-stretch font-variant letter-spacing word-spacing",
  "text-anchor dominant-baseline text-decoration",
);

const placeNames = ["x", "y", "dx", "dy"] as const;

/** What shapes have, too. */
const isShapePaint = /^(?:fill|stroke|paint-order|color$|opacity|visibility|display)/u;

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
      const isLength = /^(?:font-size|letter-spacing|word-spacing)$/u.test(name);
      return `${name}: ${value}${isLength && /^\s*[\d.+-]+\s*$/u.test(value) ? "px" : ""}`;
    })
    .join("; ");
}

/** The position and the transform of a text, its parts or a group. Reports what is not supported. */
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
    } else if (name === "transform" && tag !== "tspan") {
      const matrices = parseSvgTransform(value);
      if (matrices) place.transform = matrices;
      else refuse(name, "Invalid value of `transform`", "Write `translate(10 20) rotate(45)`.");
    } else if (/^(?:clip-path|mask|filter)$/u.test(name) || (tag !== "g" && !isKnown(name))) {
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

/** The matrices of a `transform` attribute (CSS Transforms 1, section 9); undefined if it is invalid. */
function parseSvgTransform(text: string): readonly SvgMatrix[] | undefined {
  const matrices: SvgMatrix[] = [];
  for (const part of text.trim().slice(0, 2000).split(")").slice(0, -1)) {
    const [name = "", list = ""] = part.split("(");
    const step = matrixOf(name.replaceAll(",", "").trim(), numbersIn(list));
    if (!step?.every((number) => Math.abs(number) <= maxCoordinate)) return undefined;
    matrices.push(step);
  }
  return /^$|\)$/u.test(text.trim()) ? matrices : undefined;
}

/** Numbers that are separated by white space or commas. */
export function numbersIn(text: string): number[] {
  return text
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
}

function matrixOf(name: string, [a = 0, b, c, d, e, f]: readonly number[]): SvgMatrix | undefined {
  const radians = (a * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  switch (name) {
    case "matrix":
      return f === undefined ? undefined : [a, b!, c!, d!, e!, f];
    case "translate":
      return [1, 0, 0, 1, a, b ?? 0];
    case "scale":
      return [a, 0, 0, b ?? a, 0, 0];
    case "rotate": {
      const [x, y] = [b ?? 0, c ?? 0];
      return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
    }
    case "skewX":
      return [1, 0, Math.tan(radians), 1, 0, 0];
    case "skewY":
      return [1, Math.tan(radians), 0, 1, 0, 0];
    default:
      return undefined;
  }
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

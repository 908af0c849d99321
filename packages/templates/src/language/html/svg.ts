import { escapeUTF8 } from "entities/escape";
import { valuesOf } from "../css/component-values.ts";
import { initialValues, isValidFor, type Longhands } from "../css/properties/longhands.ts";
import { svgPaintProperties } from "../css/properties/svg-paint.ts";
import { limits } from "../limits.ts";
import { evaluateCalculation, type Length, type Position, type SvgViewport } from "../../scene/index.ts";
import { transforms } from "../style/to-style.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import type { ProblemList } from "../problem-list.ts";
import { byName, nameSet } from "../suggestions.ts";
import { svgAttributes, svgElements, svgNames } from "./elements.ts";
import { isElement, offsetOfAttribute, type HtmlElement } from "./parse-html.ts";
import { attributesOf, hasSvgText, numbersIn, readViewport, textPresentation } from "./svg-text.ts";

export interface SvgDocument {
  /** XML. `currentColor` in it is the color of the element. */
  readonly markup: string;
  /** The width divided by the height of its viewBox. */
  readonly aspectRatio: number | undefined;
  /** Of `template.html`. */
  readonly source: string;
  /** Present if it contains texts, which are not in the markup. */
  readonly viewport?: SvgViewport;
}

/** Attributes of the outermost element that belong to the template. */
const outerAttributes = nameSet("class style if unless each drop lang dir hidden width height id role title");

const ignoredAttributes =
  /^(?:aria-|data-|focusable$|role$|class$|enable-background$|text-rendering$|version$|zoomAndPan$)/u;

const elementSuggestions = byName([
  ["Put it into `svg`, `g` or `text`.", "text tspan"],
  ["Use an `img` element.", "image"],
  ["Use attributes, such as `fill`.", "style"],
  ["Remove it.", "script"],
  ["Use HTML elements.", "foreignObject"],
  ["Remove it: it takes too long to draw.", "feTurbulence feDisplacementMap feConvolveMatrix feMorphology"],
  ["Remove it: an image does not move.", "animate animateTransform"],
]);

export const dataInSvg = "Attributes in an SVG can't have data";
export const colorFromData = "Use `currentColor` and set `color` on the element.";
const shapeFromData =
  "Set a variable in the `style` of the `svg`, and use it in a rule, such as in `scale` or `stroke-dasharray`.";

/** Checks an inline SVG element and writes it as XML with safe elements and attributes only. */
export function parseSvg(svg: HtmlElement, html: string, problems: ProblemList): SvgDocument | undefined {
  let count = 0;
  const hasText = svg.childNodes.some((node) => isElement(node) && hasSvgText(node));

  /** `isDrawn`: outside of definitions. */
  function write(element: HtmlElement, depth: number, isDrawn: boolean): string {
    const offset = element.sourceCodeLocation?.startOffset ?? 0;
    const { tagName: tag } = element;
    if (tag === "text" && isTextAllowed(element)) return ""; // converted as elements of the template
    if (!svgNames.has(tag) || (tag === "svg" && depth > 0)) {
      problems.error(
        offset,
        `The SVG element \`${tag.slice(0, 40)}\` is not supported`,
        elementSuggestions.get(tag) ?? suggestName(tag, svgNames, "Use an SVG asset."),
      );
      return "";
    }
    if (depth > limits.depth || ++count > limits.elements) {
      problems.error(offset, "The SVG has too many elements", "Use an SVG asset.");
      return "";
    }
    const written = (depth > 0 ? attributesOf(element) : element.attrs)
      .filter(({ prefix }) => prefix !== "xml" && prefix !== "xmlns")
      .map(({ name, value }) => writeAttribute(element, name, value, depth))
      .join("");
    // Where `paintSvg` finds the element.
    const mark = depth > 0 && isDrawn && svgElements.has(tag) ? ` data-at="${offset}"` : "";
    const isGroup = isDrawn && (tag === "svg" || tag === "g");
    const content = element.childNodes
      .map((node) => (isElement(node) ? write(node, depth + 1, isGroup) : ""))
      .join("");
    const namespace = depth === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : "";
    return `<${tag}${namespace}${mark}${written}>${content}</${tag}>`;
  }

  function writeAttribute(element: HtmlElement, name: string, value: string, depth: number): string {
    const offset = offsetOfAttribute(element, name);
    if (name === "xmlns" || ignoredAttributes.test(name)) return "";
    if (depth === 0 && (outerAttributes.has(name) || isPaintHint({ name, value }))) return "";
    if (textPresentation.has(name) && !svgAttributes.has(name) && hasText) return "";
    if (!svgAttributes.has(name)) {
      problems.error(
        offset,
        `The SVG attribute \`${name.slice(0, 40)}\` is not supported`,
        name === "style" ? "Use attributes, such as `fill`." : suggestName(name, svgAttributes, "Remove it."),
      );
      return "";
    }
    if (depth === 0 && name === "overflow" && value === "visible") warnOfOverflow(offset, problems);
    if (value.includes("{{")) {
      problems.error(
        offset,
        dataInSvg,
        /color$|^(?:fill|stroke)$/u.test(name) ? colorFromData : shapeFromData,
      );
      return "";
    }
    const isOwn =
      name === "href" ? /^#[\w-]+$/u : /^(?!.*url\s*\()|^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*$/isu;
    if (!isOwn.test(value)) {
      const suggestion = name === "href" ? "Write `#name`." : "Write `url(#name)`.";
      problems.error(offset, "An SVG can refer only to its own elements", suggestion);
      return "";
    }
    return ` ${name}="${escapeUTF8(value)}"`;
  }

  const markup = write(svg, 0, true);
  if (markup === "") return undefined;
  const viewport = readViewport(svg);
  const ratio = viewport.viewBox && viewport.viewBox.width / viewport.viewBox.height;
  return {
    markup,
    aspectRatio: Number.isFinite(ratio) ? ratio : undefined,
    source: html.slice(svg.sourceCodeLocation?.startOffset, svg.sourceCodeLocation?.endOffset),
    ...(hasText && { viewport }),
  };
}

/** Warns that what leaves an SVG is cut off. `offset`: of the declaration or attribute. */
export function warnOfOverflow(offset: number, problems: ProblemList): void {
  problems.warn(
    offset,
    "`overflow: visible` has no effect on `svg`: what leaves it is cut off",
    "Enlarge its size and its `viewBox`.",
    { code: "ineffective_declaration" },
  );
}

/** Whether only groups are around a text. */
function isTextAllowed({ parentNode }: HtmlElement): boolean {
  if (!parentNode || !("tagName" in parentNode)) return false;
  return parentNode.tagName === "svg" || (parentNode.tagName === "g" && isTextAllowed(parentNode));
}

const paintNames = Object.keys(svgPaintProperties) as (keyof typeof svgPaintProperties)[];

/** Whether an attribute of the outermost element is a presentation attribute that CSS replaces. */
export function isPaintHint({ name, value }: { name: string; value: string }): boolean {
  return Object.hasOwn(svgPaintProperties, name) && isValidFor(name, valuesOf(value));
}

/** The values of an element of an SVG, and of the element around it. */
export interface SvgPaint {
  readonly values: Longhands;
  readonly outer: Longhands;
}

/**
 * Markup of an SVG document with the values of CSS properties: of the document, and of the elements in it, by
 * their offsets.
 */
export function paintSvg(markup: string, values: Longhands, inside: ReadonlyMap<number, SvgPaint>): string {
  const [, viewBox = ""] = /^<svg[^>]* viewBox="([^"]*)"/u.exec(markup) ?? [];
  const [, , width = 0, height = 0] = numbersIn(viewBox).map((number) => number || 0);
  const painted = markup.replace(/ data-at="(\d+)"([^>]*)/gu, (_, offset: string, rest: string) => {
    const paint = inside.get(Number(offset));
    const style = paint ? styleAttribute(paint, { width, height }) : "";
    return style + (/[";]transform:/u.test(style) ? rest.replace(/ transform="[^"]*"/u, "") : rest);
  });
  return painted.replace("<svg", () => `<svg${styleAttribute({ values, outer: initialValues })}`);
}

interface ViewBoxSize {
  readonly width: number;
  readonly height: number;
}

/** The paint of an element that differs from the paint around it. `viewBox`: around an element inside. */
function styleAttribute({ values, outer }: SvgPaint, viewBox?: ViewBoxSize): string {
  const { color, opacity, display, visibility } = values;
  const isInside = viewBox !== undefined;
  const css = [
    ...paintNames.filter((name) => values[name] !== outer[name]).map((name) => `${name}:${values[name]}`),
    ...(isInside && color !== outer.color ? [`color:${color}`] : []),
    ...(isInside && opacity !== 1 ? [`opacity:${opacity}`] : []),
    ...(isInside && display === "none" ? ["display:none"] : []),
    ...(isInside && visibility !== outer.visibility ? [`visibility:${visibility}`] : []),
    ...(viewBox ? transformCss(values, viewBox) : []),
  ].join(";");
  return css === "" ? "" : ` style="${css}"`;
}

/** The transform of a shape around its origin. Percentages refer to the `viewBox`. */
function transformCss(values: Longhands, { width, height }: ViewBoxSize): string[] {
  const steps = transforms(values);
  if (steps.length === 0) return [];
  const translate = (x: number, y: number) => `translate(${x}px, ${y}px)`;
  const origin = values["transform-origin"];
  const [x, y] = [lengthOf(origin.x, width), lengthOf(origin.y, height)];
  const css = steps.map((step) => {
    if (step.kind === "translate") return translate(lengthOf(step.x, width), lengthOf(step.y, height));
    if (step.kind === "rotate") return `rotate(${step.angle}deg)`;
    return step.kind === "scale" ? `scale(${step.x}, ${step.y})` : `skew(${step.x}deg, ${step.y}deg)`;
  });
  return [`transform:${[translate(x, y), ...css, translate(-x, -y)].join(" ")}`];
}

/** In units of the `viewBox`. Fitted font sizes are not known. */
function lengthOf(length: Length | Position, size: number): number {
  if (typeof length === "number") return length;
  if ("calculation" in length) return evaluateCalculation(length.calculation, size, 0);
  return "percent" in length ? (length.percent / 100) * size + ("px" in length ? length.px : 0) : 0;
}

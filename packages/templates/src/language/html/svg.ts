import { parseComponentValues } from "../css/component-values.ts";
import { isValidFor, type Longhands } from "../css/properties/longhands.ts";
import { svgPaintProperties } from "../css/properties/svg-paint.ts";
import { limits } from "../limits.ts";
import { initialValues } from "../style/initial-values.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import type { ProblemList } from "../problem-list.ts";
import { byName } from "../suggestions.ts";
import { isElement, type HtmlElement } from "./parse-html.ts";

export interface SvgDocument {
  /** XML. `currentColor` in it is the color of the element. */
  readonly markup: string;
  /** The width divided by the height of its viewBox. */
  readonly aspectRatio: number | undefined;
}

const elements = new Set(
  [
    "svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient",
    "stop clipPath mask pattern symbol use title desc marker filter feGaussianBlur feOffset feBlend feFlood",
    "feColorMatrix feComposite feMerge feMergeNode feDropShadow feComponentTransfer feFuncR feFuncG feFuncB feFuncA",
  ].flatMap((names) => names.split(" ")),
);

const attributes = new Set(
  [
    "clip-path clip-rule clipPathUnits cx cy d fill fill-opacity fill-rule fx fy fr gradientTransform",
    "gradientUnits height href id mask maskContentUnits maskUnits offset opacity pathLength",
    "patternContentUnits patternTransform patternUnits points",
    "preserveAspectRatio r rx ry spreadMethod stop-color stop-opacity stroke stroke-dasharray",
    "stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width",
    "marker marker-start marker-mid marker-end markerUnits markerWidth markerHeight refX refY orient display",
    "visibility overflow paint-order mask-type mix-blend-mode isolation filter filterUnits primitiveUnits in in2",
    "color-interpolation-filters result stdDeviation edgeMode flood-color flood-opacity mode operator k1 k2 k3 k4",
    "type values tableValues slope intercept amplitude exponent dx dy",
    "shape-rendering transform transform-origin vector-effect version viewBox width x x1 x2 xmlns y y1 y2 color",
  ].flatMap((names) => names.split(" ")),
);

/** Attributes of the outermost element that belong to the template. */
const outerAttributes = new Set(
  "class style if unless each drop lang dir hidden width height id role title".split(" "),
);

const ignoredAttributes = /^(?:aria-|data-|focusable$|role$|class$|enable-background$)/u;

const elementSuggestions = byName([
  [
    "Put HTML text with `position: absolute` over the SVG, or draw the letters as paths.",
    "text tspan textPath",
  ],
  ["Use an `img` element.", "image"],
  ["Use attributes, such as `fill`.", "style"],
  ["Remove it.", "script"],
  ["Use HTML elements.", "foreignObject"],
  ["Remove it: it takes too long to draw.", "feTurbulence feDisplacementMap feConvolveMatrix feMorphology"],
  ["Remove it: an image does not move.", "animate animateTransform"],
]);

/** Checks an inline SVG element and writes it as XML with safe elements and attributes only. */
export function parseSvg(svg: HtmlElement, problems: ProblemList): SvgDocument | undefined {
  let count = 0;

  function write(element: HtmlElement, depth: number): string {
    const offset = element.sourceCodeLocation?.startOffset ?? 0;
    const { tagName: tag } = element;
    if (!elements.has(tag) || (tag === "svg" && depth > 0)) {
      problems.error(
        offset,
        `The SVG element \`${tag.slice(0, 40)}\` is not supported`,
        elementSuggestions.get(tag) ?? suggestName(tag, elements, "Use an SVG asset."),
      );
      return "";
    }
    if (depth > limits.depth || ++count > limits.elements) {
      problems.error(offset, "The SVG has too many elements", "Use an SVG asset.");
      return "";
    }
    const written = withStyle(element, depth)
      .filter(({ prefix }) => prefix !== "xml" && prefix !== "xmlns")
      .map(({ name, value }) => writeAttribute(element, name, value, depth))
      .join("");
    const content = element.childNodes
      .map((node) => (isElement(node) ? write(node, depth + 1) : ""))
      .join("");
    const namespace = depth === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : "";
    return `<${tag}${namespace}${written}>${content}</${tag}>`;
  }

  /** The attributes of an element; declarations of its style are attributes of the same names, and win. */
  function withStyle({ attrs }: HtmlElement, depth: number): HtmlElement["attrs"] {
    const style = depth > 0 ? attrs.find(({ name }) => name === "style") : undefined;
    if (!style) return attrs;
    const declared = style.value.split(";").flatMap((part) => {
      const [name = "", ...value] = part.split(":");
      return name.trim() === "" ? [] : [{ name: name.trim(), value: value.join(":").trim() }];
    });
    const names = new Set(["style", ...declared.map(({ name }) => name)]);
    return [...attrs.filter(({ name }) => !names.has(name)), ...declared];
  }

  function writeAttribute(element: HtmlElement, name: string, value: string, depth: number): string {
    const offset =
      element.sourceCodeLocation?.attrs?.[name.toLowerCase()]?.startOffset ??
      element.sourceCodeLocation?.startOffset ??
      0;
    if (name === "xmlns" || ignoredAttributes.test(name)) return "";
    if (depth === 0 && (outerAttributes.has(name) || isPaintHint({ name, value }))) return "";
    if (!attributes.has(name)) {
      problems.error(
        offset,
        `The SVG attribute \`${name.slice(0, 40)}\` is not supported`,
        name === "style" ? "Use attributes, such as `fill`." : suggestName(name, attributes, "Remove it."),
      );
      return "";
    }
    if (value.includes("{{")) {
      problems.error(
        offset,
        "Data can't be used inside an SVG",
        "Use `currentColor` and set `color` on the element.",
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
    return ` ${name}="${escapeXml(value)}"`;
  }

  const markup = write(svg, 0);
  const size = (name: string) => Number(svg.attrs.find((attribute) => attribute.name === name)?.value);
  const viewBox =
    svg.attrs
      .find(({ name }) => name === "viewBox")
      ?.value.trim()
      .split(/[\s,]+/u)
      .map(Number) ?? [];
  const [, , width, height] = viewBox.length === 4 ? viewBox : [0, 0, size("width"), size("height")];
  const ratio = width && height && width > 0 && height > 0 ? width / height : undefined;
  return markup === ""
    ? undefined
    : { markup, aspectRatio: ratio !== undefined && Number.isFinite(ratio) ? ratio : undefined };
}

const paintNames = Object.keys(svgPaintProperties) as (keyof typeof svgPaintProperties)[];

/** Whether an attribute of the outermost element is a presentation attribute that CSS replaces. */
export function isPaintHint({ name, value }: { name: string; value: string }): boolean {
  return (
    Object.hasOwn(svgPaintProperties, name) &&
    isValidFor(
      name,
      parseComponentValues(value, () => {}),
    )
  );
}

/** Markup of an SVG document whose shapes inherit values of CSS properties. */
export function paintSvg(markup: string, values: Longhands): string {
  const css = paintNames
    .filter((name) => values[name] !== initialValues[name])
    .map((name) => `${name}:${values[name]}`)
    .join(";");
  return css === "" ? markup : markup.replace("<svg", `<svg style="${css}"`);
}

/** A text as the content of an XML attribute or element. */
export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

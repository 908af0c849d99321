import { parseColorOrCurrent } from "../color.ts";
import { isDelimiter, keywordOf, urlOf, type ComponentValue, type Values } from "../component-values.ts";
import { parseNumber, parsePixels } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { effectProperties } from "./effects.ts";
import { inheritedKeywords, keywordsOr, property, single } from "./property.ts";

const paint = (initial: string, example: string) =>
  property({
    syntax: "none | <color> | url(#name)",
    initial,
    isInherited: true,
    example,
    parse: keywordsOr(["none"], parsePaint),
  });

/** Reads a color, or a reference to a gradient or a pattern of the SVG. */
function parsePaint(value: ComponentValue, context: ValueContext): string | undefined {
  const reference = urlOf(value);
  if (reference === undefined) return parseColorOrCurrent(value, context);
  return /^#[\w-]+$/u.test(reference) ? `url(${reference})` : undefined;
}

/** What the shapes of an inline `svg` element inherit (SVG 2, section 13). */
export const svgPaintProperties = {
  fill: paint("#000000", "currentcolor"),
  stroke: paint("none", "var(--accent)"),
  "fill-opacity": { ...effectProperties.opacity, isInherited: true, example: "0.5" },
  "stroke-opacity": { ...effectProperties.opacity, isInherited: true, example: "0.5" },
  "stroke-linecap": inheritedKeywords(["butt", "round", "square"], "round"),
  "stroke-linejoin": inheritedKeywords(["miter", "round", "bevel"], "round"),
  "stroke-dasharray": property({
    syntax: "none | [ <length> | <number> ]+",
    initial: "none",
    isInherited: true,
    example: "4 6",
    parse: parseDashes,
  }),
  "stroke-dashoffset": property({
    syntax: "<length> | <number>",
    initial: "0",
    isInherited: true,
    example: "40",
    parse: single(parseUserUnits),
  }),
  "stroke-width": property({
    syntax: "<length> | <number>",
    initial: "1",
    isInherited: true,
    example: "2",
    parse: single(parseStrokeWidth),
  }),
};

/** Of texts in an inline `svg` element (SVG 2, sections 11.10.2 and 11.10.3). */
export const svgTextProperties = {
  "text-anchor": inheritedKeywords(["start", "middle", "end"], "middle"),
  "dominant-baseline": inheritedKeywords(
    [
      "auto",
      "alphabetic",
      "middle",
      "central",
      "hanging",
      "mathematical",
      "ideographic",
      "text-before-edge",
      "text-after-edge",
      "text-top",
      "text-bottom",
    ],
    "middle",
  ),
};

function parseDashes(values: Values, context: ValueContext): string | undefined {
  if (keywordOf(values) === "none") return "none";
  const dashes = values
    .filter((value) => !isDelimiter(value, ","))
    .map((value) => parseUserUnits(value, context));
  const isValid = dashes.length > 0 && dashes.every((dash) => dash !== undefined && dash >= 0);
  return isValid ? dashes.join(" ") : undefined;
}

/** Reads a length or a number, which are in units of the `viewBox`. */
function parseUserUnits(value: ComponentValue, context: ValueContext): number | undefined {
  return value.kind === "number" ? parseNumber(value, context) : parsePixels(value, context);
}

function parseStrokeWidth(value: ComponentValue, context: ValueContext): number | undefined {
  const width = parseUserUnits(value, context);
  return width === undefined || width >= 0 ? width : context.refuse("`stroke-width` is negative");
}

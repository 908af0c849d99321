import { parseColorOrCurrent } from "../color.ts";
import type { ComponentValue } from "../component-values.ts";
import { parseNumber, parsePixels } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { parseOpacity } from "./effects.ts";
import { inheritedKeywords, keywordOf, keywordsOr, property, single } from "./property.ts";

/** What the shapes of an inline `svg` element inherit (SVG 2, section 13). */
export const svgPaintProperties = {
  fill: property({
    syntax: "none | <color>",
    initial: "#000000",
    isInherited: true,
    example: "currentcolor",
    parse: keywordsOr(["none"], parseColorOrCurrent),
  }),
  stroke: property({
    syntax: "none | <color>",
    initial: "none",
    isInherited: true,
    example: "var(--accent)",
    parse: keywordsOr(["none"], parseColorOrCurrent),
  }),
  "fill-opacity": property({
    syntax: "<number> | <percentage>",
    initial: "1",
    isInherited: true,
    example: "0.5",
    parse: single(parseOpacity),
  }),
  "stroke-opacity": property({
    syntax: "<number> | <percentage>",
    initial: "1",
    isInherited: true,
    example: "0.5",
    parse: single(parseOpacity),
  }),
  "stroke-linecap": inheritedKeywords(["butt", "round", "square"], "round"),
  "stroke-linejoin": inheritedKeywords(["miter", "round", "bevel"], "round"),
  "stroke-dasharray": property({
    syntax: "none | [ <length> | <number> ]+",
    initial: "none",
    isInherited: true,
    example: "4 6",
    parse: parseDashes,
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

function parseDashes(values: readonly ComponentValue[], context: ValueContext): string | undefined {
  if (keywordOf(values) === "none") return "none";
  const dashes = values
    .filter((value) => value.kind !== "delimiter" || value.value !== ",")
    .map((value) => (value.kind === "number" ? parseNumber(value, context) : parsePixels(value, context)));
  const isValid = dashes.length > 0 && dashes.every((dash) => dash !== undefined && dash >= 0);
  return isValid ? dashes.join(" ") : undefined;
}

/** In units of the `viewBox`. */
function parseStrokeWidth(value: ComponentValue, context: ValueContext): number | undefined {
  const width = value.kind === "number" ? parseNumber(value, context) : parsePixels(value, context);
  return width === undefined || width >= 0 ? width : context.refuse("`stroke-width` is negative");
}

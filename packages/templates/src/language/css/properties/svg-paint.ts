import { parseColorOrCurrent } from "../color.ts";
import { isDelimiter, urlOf, type ComponentValue, type Values } from "../component-values.ts";
import { parseNumber, parsePixels } from "../quantity.ts";
import { withRefuse, type ValueContext } from "../value-context.ts";
import { effectProperties } from "./effects.ts";
import { either, inherited, inheritedKeywords, keywords, single } from "./property.ts";

const paint = either(keywords("none"), single("<color> | url(#name)", parsePaint));
const userUnits = single("<length> | <number>", parseUserUnits);

/** Reads a color, or a reference to a gradient or a pattern of the SVG. */
function parsePaint(value: ComponentValue, context: ValueContext): string | undefined {
  const reference = urlOf(value);
  if (reference === undefined) return parseColorOrCurrent(value, context);
  return /^#[\w-]+$/u.test(reference) ? `url(${reference})` : undefined;
}

/** What the shapes of an inline `svg` element inherit (SVG 2, section 13). */
export const svgPaintProperties = {
  fill: inherited(paint, "#000000", "currentcolor"),
  stroke: inherited(paint, "none", "var(--accent)"),
  "fill-opacity": { ...effectProperties.opacity, isInherited: true, example: "0.5" },
  "stroke-opacity": { ...effectProperties.opacity, isInherited: true, example: "0.5" },
  "stroke-linecap": inheritedKeywords(["butt", "round", "square"], "round"),
  "stroke-linejoin": inheritedKeywords(["miter", "round", "bevel"], "round"),
  "stroke-miterlimit": inherited(single("<number>", parseNumber), "4", "2"),
  "fill-rule": inheritedKeywords(["nonzero", "evenodd"], "evenodd"),
  "clip-rule": inheritedKeywords(["nonzero", "evenodd"], "evenodd"),
  "stroke-dasharray": inherited(
    either(keywords("none"), { syntax: "[ <length> | <number> ]+", parse: parseDashes }),
    "none",
    "4 6",
  ),
  "stroke-dashoffset": inherited(userUnits, "0", "40"),
  "stroke-width": inherited(single(userUnits.syntax, parseStrokeWidth), "1", "2"),
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
  const dashes = values
    .filter((value) => !isDelimiter(value, ","))
    .map((value) => parseUserUnits(value, context));
  const isValid = dashes.length > 0 && dashes.every((dash) => dash !== undefined && dash >= 0);
  return isValid ? dashes.join(" ") : undefined;
}

/** Reads a length or a number, which are in units of the `viewBox`. */
function parseUserUnits(value: ComponentValue, context: ValueContext): number | undefined {
  return parseNumber(value, withRefuse(context)) ?? parsePixels(value, context);
}

function parseStrokeWidth(value: ComponentValue, context: ValueContext): number | undefined {
  const width = parseUserUnits(value, context);
  return width === undefined || width >= 0 ? width : context.refuse("`stroke-width` is negative");
}

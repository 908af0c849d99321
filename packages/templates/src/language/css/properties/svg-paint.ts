import { parseColorOrCurrent } from "../color.ts";
import { urlOf } from "../component-values.ts";
import { either, keywords, sequence, sign, single } from "../grammar.ts";
import { parseNumber, parsePixels } from "../quantity.ts";
import { number } from "../value-types.ts";
import { withRefuse } from "../value-context.ts";
import { effectProperties } from "./effects.ts";
import { inherited, inheritedKeywords } from "./property.ts";

/** A color, or a reference to a gradient or a pattern of the SVG. */
const paint = either(
  keywords("none"),
  single("<color> | url(#name)", (value, context) => {
    const reference = urlOf(value);
    if (reference === undefined) return parseColorOrCurrent(value, context);
    return /^#[\w-]+$/u.test(reference) ? `url(${reference})` : undefined;
  }),
);
/** A length or a number, which are in units of the `viewBox`. */
const userUnits = single(
  "<length> | <number>",
  (value, context) => parseNumber(value, withRefuse(context)) ?? parsePixels(value, context),
);
const strokeWidth = userUnits.map((width, context) =>
  width >= 0 ? width : context.refuse("`stroke-width` is negative"),
);
const dash = sequence(userUnits, sign(",").optional()).map(([length]) => (length >= 0 ? length : undefined));
const dashes = dash
  .repeat()
  .withSyntax("[ <length> | <number> ]+")
  .map((lengths) => lengths.join(" "));

/** What the shapes of an inline `svg` element inherit (SVG 2, section 13). */
export const svgPaintProperties = {
  fill: inherited(paint, "#000000", "currentcolor"),
  stroke: inherited(paint, "none", "var(--accent)"),
  "fill-opacity": { ...effectProperties.opacity, isInherited: true, example: "0.5" },
  "stroke-opacity": { ...effectProperties.opacity, isInherited: true, example: "0.5" },
  "stroke-linecap": inheritedKeywords(["butt", "round", "square"], "round"),
  "stroke-linejoin": inheritedKeywords(["miter", "round", "bevel"], "round"),
  "stroke-miterlimit": inherited(number, "4", "2"),
  "fill-rule": inheritedKeywords(["nonzero", "evenodd"], "evenodd"),
  "clip-rule": inheritedKeywords(["nonzero", "evenodd"], "evenodd"),
  "stroke-dasharray": inherited(either(keywords("none"), dashes), "none", "4 6"),
  "stroke-dashoffset": inherited(userUnits, "0", "40"),
  "stroke-width": inherited(strokeWidth, "1", "2"),
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

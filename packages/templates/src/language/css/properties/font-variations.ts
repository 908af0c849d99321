import { mapOf } from "@placard/contracts/maps";
import { identOf, type ComponentValue, type Values } from "../component-values.ts";
import { parseNumber } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { normalOr, parseTags } from "./font-features.ts";
import { inherited, inheritedKeywords, single } from "./property.ts";

/** Positions on axes of variable fonts, by tag. */
export type FontVariations = Readonly<Record<string, number>>;

/** Widths in percent. */
const widths = mapOf({
  normal: 100,
  "ultra-condensed": 50,
  "extra-condensed": 62.5,
  condensed: 75,
  "semi-condensed": 87.5,
  "semi-expanded": 112.5,
  expanded: 125,
  "extra-expanded": 150,
  "ultra-expanded": 200,
});

/** Properties that choose a width, or the positions of a variable font (CSS Fonts 4, sections 2.3 and 7). */
export const fontVariationProperties = {
  "font-stretch": inherited(
    single(`<percentage [0,∞]> | ${[...widths.keys()].join(" | ")}`, parseFontStretch),
    "normal",
    "85%",
  ),
  "font-optical-sizing": inheritedKeywords(["auto", "none"], "none"),
  "font-variation-settings": inherited(
    normalOr("[ <string> <number> ]#", parseVariationSettings),
    "normal",
    '"SOFT" 50, "WONK" 1',
  ),
};

/** Reads a width in percent. */
export function parseFontStretch(value: ComponentValue): number | undefined {
  if (value.kind === "percentage") return value.value >= 0 ? value.value : undefined;
  return widths.get(identOf(value) ?? "");
}

function parseVariationSettings(values: Values, context: ValueContext): FontVariations | undefined {
  return parseTags(values, context, (value) => value && parseNumber(value, context));
}

import { mapOf } from "@placard/contracts/maps";
import type { Ems } from "../../scene/index.ts";
import { call, either, keywordMap, keywords, list, sequence, sign, type Grammar } from "./grammar.ts";
import { timesFontSize } from "./quantity.ts";
import { ident, lengthOfFont, number, pixels, string } from "./value-types.ts";

/** A font size in pixels, a multiple of a fitted one, or `fit(min, max)` in whole pixels. */
export type FontSize = number | Ems | { readonly min: number; readonly max: number };

export const nonNegativeOfFont = lengthOfFont.map((size, context) =>
  (typeof size === "number" ? size : size.em) < 0 ? context.refuse("The value must not be negative") : size,
);

const fit = call("fit", sequence(pixels, sign(","), pixels)).map(([min, , max], context) => {
  if (min < 0) return context.refuse("The value must not be negative");
  // As in `clamp()`, the minimum wins: which one is larger may depend on the size of the card.
  const largest = Math.max(1, Math.floor(Math.max(min, max)));
  return { min: Math.min(Math.max(1, Math.ceil(min)), largest), max: largest };
});

/** A font size. The font size of the context is the parent's. */
export const fontSize: Grammar<FontSize> = either(
  fit.explain((value, context) =>
    value.kind === "function" && value.name === "fit"
      ? context.refuse("fit() needs a minimum and a maximum", "Write `fit(40px, 96px)`.")
      : undefined,
  ),
  keywordMap({ smaller: 1 / 1.2, larger: 1.2 }).map((times, context) => timesFontSize(times, context)),
  keywordMap({
    "xx-small": 9,
    "x-small": 10,
    small: 13,
    medium: 16,
    large: 18,
    "x-large": 24,
    "xx-large": 32,
    "xxx-large": 48,
  }),
  nonNegativeOfFont,
).withSyntax("<length> | <percentage> | fit(<length>, <length>) | small | medium | large | smaller | larger");

/** A font weight (CSS Fonts 4, 2.2). `bolder` and `lighter` refer to the parent's. */
export const fontWeight: Grammar<number> = either(
  number
    .map((weight) => (weight >= 1 && weight <= 1000 ? weight : undefined))
    .withSyntax("<number [1,1000]>"),
  keywordMap({ normal: 400, bold: 700 }),
  keywords("bolder", "lighter").map((keyword, { parentFontWeight: parent }) => {
    if (keyword === "bolder") return parent < 350 ? 400 : parent < 550 ? 700 : 900;
    return parent < 550 ? 100 : parent < 750 ? 400 : 700;
  }),
);

const genericFamilies = mapOf({
  "sans-serif": "sans-serif",
  "system-ui": "sans-serif",
  "ui-sans-serif": "sans-serif",
  "ui-rounded": "sans-serif",
  serif: "serif",
  "ui-serif": "serif",
  monospace: "monospace",
  "ui-monospace": "monospace",
});

const family = either(
  string.map(cleanName),
  ident.repeat().map((words) => {
    const name = words.join(" ");
    return genericFamilies.get(name.toLowerCase()) ?? cleanName(name);
  }),
);

/** Font families. Generic families keep their name: `sans-serif`, `serif`, `monospace`. */
export const fontFamilies = list(family, "font families", 16).withSyntax(
  "[ <family-name> | sans-serif | serif | monospace ]#",
);

/** A name that is safe in the value of `context.font`. */
function cleanName(name: string): string | undefined {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,79}$/u.test(name) || /^-apple-system$/u.test(name)
    ? name
    : undefined;
}

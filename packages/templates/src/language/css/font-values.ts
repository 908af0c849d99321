import { mapOf } from "@placard/contracts/maps";
import type { Ems } from "../../scene/index.ts";
import { identOf, parseAll, splitAt, type ComponentValue, type Values } from "./component-values.ts";
import { parseLengthOfFont, parseNumber, parsePixels, timesFontSize } from "./quantity.ts";
import type { ValueContext } from "./value-context.ts";

/** A font size in pixels, a multiple of a fitted one, or `fit(min, max)` in whole pixels. */
export type FontSize = number | Ems | { readonly min: number; readonly max: number };

const absoluteSizes = mapOf({
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
});

/** Reads a font size. `context.fontSize` is the parent's. */
export function parseFontSize(value: ComponentValue, context: ValueContext): FontSize | undefined {
  if (value.kind === "function" && value.name === "fit") return parseFit(value.values, context);
  const name = identOf(value);
  if (name === "smaller") return timesFontSize(1 / 1.2, context);
  if (name === "larger") return timesFontSize(1.2, context);
  if (name !== undefined) return absoluteSizes.get(name);
  const size = parseLengthOfFont(value, context);
  if (size === undefined) return undefined;
  return (typeof size === "number" ? size : size.em) < 0
    ? context.refuse("The value must not be negative")
    : size;
}

function parseFit(values: Values, context: ValueContext): FontSize | undefined {
  const [min, max, ...others] = splitAt(values, ",").map((part) =>
    part.length === 1 ? parsePixels(part[0]!, context) : undefined,
  );
  if (min === undefined || max === undefined || others.length > 0) {
    return context.refuse("fit() needs a minimum and a maximum", "Write `fit(40px, 96px)`.");
  }
  if (min < 0) return context.refuse("The value must not be negative");
  // As in `clamp()`, the minimum wins: which one is larger may depend on the size of the card.
  const largest = Math.max(1, Math.floor(Math.max(min, max)));
  return { min: Math.min(Math.max(1, Math.ceil(min)), largest), max: largest };
}

/** Reads a font weight (CSS Fonts 4, 2.2). `bolder` and `lighter` refer to the parent's. */
export function parseFontWeight(value: ComponentValue, context: ValueContext): number | undefined {
  switch (identOf(value) ?? "") {
    case "normal":
      return 400;
    case "bold":
      return 700;
    case "bolder":
      return context.parentFontWeight < 350 ? 400 : context.parentFontWeight < 550 ? 700 : 900;
    case "lighter":
      return context.parentFontWeight < 550 ? 100 : context.parentFontWeight < 750 ? 400 : 700;
    default:
      break;
  }
  const weight = parseNumber(value, context);
  if (weight === undefined || weight < 1 || weight > 1000) return undefined;
  return weight;
}

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

const maxFamilies = 16;

/** Reads a list of font families. Generic families keep their name: `sans-serif`, `serif`, `monospace`. */
export function parseFontFamilies(values: Values, context: ValueContext): readonly string[] | undefined {
  const families = parseAll(splitAt(values, ","), parseFamily);
  return families && families.length > maxFamilies
    ? context.refuse(`More than ${maxFamilies} font families`)
    : families;
}

function parseFamily(values: Values): string | undefined {
  const [first] = values;
  if (values.length === 1 && first?.kind === "string") return cleanName(first.value);
  const words = values.map((value) => (value.kind === "ident" ? value.name : undefined));
  if (words.length === 0 || words.includes(undefined)) return undefined;
  const name = words.join(" ");
  return genericFamilies.get(name.toLowerCase()) ?? cleanName(name);
}

/** A name that is safe in the value of `context.font`. */
function cleanName(name: string): string | undefined {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,79}$/u.test(name) || /^-apple-system$/u.test(name)
    ? name
    : undefined;
}

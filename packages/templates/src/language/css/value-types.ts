import { parseColor } from "./color.ts";
import { after, sequence, sign, single } from "./grammar.ts";
import {
  parseAngle,
  parseLength,
  parseLengthOfFont,
  parseLengthPercentage,
  parseNonNegative,
  parseNumber,
  parseNumberOrPercentage,
  parseOffset,
  parsePixels,
} from "./quantity.ts";

export const color = single("<color>", parseColor);
export const lengthPercentage = single("<length> | <percentage>", parseLengthPercentage);
export const nonNegative = single("<length> | <percentage>", parseNonNegative);
export const lengthOfFont = single("<length> | <percentage>", parseLengthOfFont);
export const number = single("<number>", parseNumber);
export const integer = single("<integer>", (value, context) => {
  if (value.kind === "number" && !value.isInteger) return undefined;
  const result = parseNumber(value, context);
  return result === undefined ? undefined : Math.round(result);
});
export const nonNegativeNumber = number
  .map((each) => (each >= 0 ? each : undefined))
  .withSyntax("<number [0,∞]>");
export const angle = single("<angle>", parseAngle);
/** A point on an axis. */
export const offset = single("<length> | <percentage>", parseOffset);
/** In pixels, or a multiple of a fitted size. */
export const length = single("<length>", parseLength);
export const pixels = single("<length>", parsePixels);
export const factor = single("<number> | <percentage>", parseNumberOrPercentage);
export const ident = single("<custom-ident>", (value) => (value.kind === "ident" ? value.name : undefined));
export const string = single("<string>", (value) => (value.kind === "string" ? value.value : undefined));
/** An integer that is not calculated. */
export const literalInteger = single("<integer>", (value) =>
  value.kind === "number" && value.isInteger ? value.value : undefined,
);
/** `16 / 9` or a number: a ratio of at least 0. */
export const ratio = sequence(number, after(sign("/"), number).optional(1)).map(([width, height]) =>
  width >= 0 && height > 0 ? width / height : undefined,
);

/** Whole numbers from `min` to `max`, which is a limit of templates. */
export function integerFrom(min: number, max = Infinity, unit = "") {
  const limited = integer.map((whole, context) => {
    if (whole < min) return undefined;
    return whole <= max ? whole : context.refuse(`The limit is ${max} ${unit}`);
  });
  return limited.withSyntax(`<integer [${min},${max === Infinity ? "∞" : max}]>`);
}

import type { SourceElement } from "@placard/template-edit";
import type { StyleReader } from "./style-reader.ts";
import { wordsOf } from "./colors.ts";

/** The smallest and the largest size of a `fit()`; undefined for any other font size. */
export function fitRangeOf(size: string): readonly [least: string, most: string] | undefined {
  const [, least, most] = /^fit\((.+), ([^,]+)\)$/.exec(size) ?? [];
  return least === undefined || most === undefined ? undefined : [least, most];
}

/** A value with what depends on the size or the variables of the card in pixels: `64px` for `var(--top)`. */
export function inPixels(styles: StyleReader, value: string): string {
  const range = fitRangeOf(value);
  if (range) return `fit(${range.map((size) => inPixels(styles, size)).join(", ")})`;
  if (!/var\(|calc\(|\d(?:cq|v)/.test(value)) return value;
  const words = wordsOf(value).map((word) => {
    const pixels = styles.toPixels(word);
    if (pixels === undefined) return word;
    return `${Math.abs(pixels) < 10 ? Math.round(10 * pixels) / 10 : Math.round(pixels)}px`;
  });
  return words.join(" ");
}

/**
 * What sets lengths in pixels: each as a multiple of what the length before depends on, such as `--title` or
 * the height of the card, with which it grows. Without one before, it is a share of the card.
 */
export function relativeValues(
  styles: StyleReader,
  element: SourceElement,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      relativeTo(styles, name, lengthBefore(styles, element, name), value),
    ]),
  );
}

/** A length as it is written; a font size also for an element around it. Empty if nothing sets it. */
export function lengthBefore(styles: StyleReader, element: SourceElement | undefined, name: string): string {
  const written = element && styles.text(element, name);
  return written ?? (element && name === "font-size" ? lengthBefore(styles, element.parent, name) : "");
}

interface Factors {
  readonly variables: readonly string[];
  readonly unit: string;
}

/** The factors of a length: variables and a unit, with which it grows, and the product of its numbers. */
function factorsOf(length: string): (Factors & { readonly number: number }) | undefined {
  const factors = length.replace(/^calc\((.+)\)$/, "$1").split(/ \* | (?=\/ \d)/);
  const variables = factors.filter((factor) => /^var\(--[\w-]+(?:, [\d.]+)?\)$/.test(factor));
  const numbers = factors.filter((factor) => /^(?:\/ )?[\d.]+(?:%|[a-z]+)?$/.test(factor));
  const unit = numbers.join("").replaceAll(/[\d./ ]/g, "");
  const isNumber = unit === "" && variables.length === 0;
  if (isNumber || variables.length + numbers.length < factors.length) return undefined;
  const number = numbers.reduce(
    (result, each) => (each.startsWith("/") ? result / Number(each.slice(2)) : result * parseFloat(each)),
    1,
  );
  return { variables, unit, number };
}

function product(number: number, { variables, unit }: Factors): string {
  const factors = unit
    ? [`${number}${unit}`, ...variables]
    : [...variables, ...(number === 1 ? [] : [number])];
  return factors.length === 1 ? String(factors[0]) : `calc(${factors.join(" * ")})`;
}

/** A multiple of a length, such as a percentage. Undefined for `auto` and for what is no product. */
export function scaled(length: string, by: number): string | undefined {
  const factors = factorsOf(length);
  return factors && product(Math.round(1000 * factors.number * by) / 1000, factors);
}

function relativeTo(styles: StyleReader, name: string, before: string, value: string): string {
  const [from, to] = [fitRangeOf(before), fitRangeOf(value)];
  const sizes = to?.map((each, end) => relativeTo(styles, name, from?.[end] ?? before, each));
  if (sizes) return `fit(${sizes.join(", ")})`;
  if (!/^-?[\d.]+px$/.test(value)) return value;
  // As a share of the shorter side, it would fill the width of a tall card, or more.
  const isWide = name === "width" && parseFloat(value) > (styles.toPixels("60cqmin") ?? Infinity);
  const length = isWide && before.endsWith("cqmin") ? "" : (from?.[1] ?? before);
  const factors = factorsOf(length) ?? { variables: [], unit: styles.unitOf(name) };
  const number =
    Math.round((1000 * parseFloat(value)) / (styles.toPixels(product(1, factors)) ?? NaN)) / 1000;
  return Number.isFinite(number) ? product(number, factors) : value;
}

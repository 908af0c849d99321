import type { Color, ColorHint, ColorMix, ColorStop } from "../../scene/index.ts";
import { parseColorText } from "./color.ts";
import { identOf, type Values } from "./component-values.ts";
import { ValueReader } from "./value-reader.ts";

const polarSpaces = ["lch", "oklch", "hsl", "hwb"] as const;
const spaces = [
  ...["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "lab", "oklab"],
  ...["xyz", "xyz-d65", "xyz-d50", ...polarSpaces],
];

/** What the colors between two stops are mixed in, as in `color-mix()`: `oklch longer hue`. */
export type Interpolation = string;

/** Reads `in oklch longer hue`, which may be anywhere among `values`, and returns the others. */
export function takeInterpolation(
  values: Values,
): { readonly interpolation?: Interpolation; readonly rest: Values } | undefined {
  const start = values.findIndex((value) => identOf(value) === "in");
  if (start < 0) return { rest: values };
  const reader = new ValueReader(values.slice(start + 1));
  const polar = reader.keyword(...polarSpaces);
  const space = polar ?? reader.keyword(...spaces);
  const hue = polar && reader.keyword("shorter", "longer", "increasing", "decreasing");
  if (!space || (hue && !reader.keyword("hue"))) return undefined;
  return {
    interpolation: hue ? `${space} ${hue} hue` : space,
    rest: [...values.slice(0, start), ...reader.rest()],
  };
}

/** Colors that are computed of a gradient, and between two of its stops. */
const samples = { gradient: 128, min: 4, max: 32 };

/** A stop whose color may be outside sRGB: then also with the CSS text of it. */
export type WideStop = ColorStop & { readonly wide?: string };

/** Adds how the colors between the stops of a gradient are mixed, unless it is in sRGB. */
export function withMixes(
  stops: readonly (WideStop | ColorHint)[],
  interpolation: Interpolation,
): readonly (ColorStop | ColorHint)[] {
  const parts = Math.min(samples.max, Math.max(samples.min, Math.floor(samples.gradient / stops.length)));
  return stops.map((each, index) => {
    if (!("color" in each)) return each;
    const { wide, ...stop } = each;
    const next = stops.slice(index + 1).find((other): other is WideStop => "color" in other);
    if (!next || (interpolation === "srgb" && wide === undefined && next.wide === undefined)) return stop;
    // A gray has no hue to go around from.
    const space = isGray(each) || isGray(next) ? interpolation.replace(/ .*/u, "") : interpolation;
    return { ...stop, mix: { space, from: wide ?? stop.color, to: next.wide ?? next.color, parts } };
  });
}

/** The colors from one to another, evenly spaced. This takes long: some 20 µs for each color. */
export function mixColors({ space, from, to, parts }: ColorMix): readonly Color[] {
  return Array.from({ length: parts + 1 }, (_, index) => {
    const percent = (100 * index) / parts;
    return parseColorText(`color-mix(in ${space}, ${from} ${100 - percent}%, ${to} ${percent}%)`)!;
  });
}

function isGray({ color, wide }: WideStop): boolean {
  return wide === undefined && new Set([color.slice(1, 3), color.slice(3, 5), color.slice(5, 7)]).size === 1;
}

import type { Color, ColorHint, ColorMix, ColorStop } from "../../scene/index.ts";
import { parseColorText } from "./color.ts";
import { identOf } from "./component-values.ts";
import { after, either, keywords, sequence } from "./grammar.ts";

const polarSpaces = keywords("lch", "oklch", "hsl", "hwb");
const spaces = keywords(
  ...["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "lab", "oklab"],
  ...["xyz", "xyz-d65", "xyz-d50"],
);
const hue = sequence(keywords("shorter", "longer", "increasing", "decreasing"), keywords("hue"));

/** What the colors between two stops are mixed in, as in `color-mix()`: `oklch longer hue`. */
export type Interpolation = string;

/** `in oklch longer hue` */
export const interpolation = after(
  keywords("in"),
  either(
    spaces,
    sequence(polarSpaces, hue.optional()).map(([space, way]) => [space, ...(way ?? [])].join(" ")),
  ),
).explain((value, context) =>
  identOf(value) === "in"
    ? context.refuse(
        "Unknown color space of a gradient",
        "Use `in srgb`, `in oklab`, or `in oklch` with `shorter hue` or `longer hue`.",
      )
    : undefined,
);

/** Colors that are computed of a gradient, and between two of its stops. */
const samples = { gradient: 128, min: 4, max: 32 };

/** A stop whose color may be outside sRGB: then also with the CSS text of it. */
export type WideStop = ColorStop & { readonly wide?: string };

/** Adds how the colors between the stops of a gradient are mixed, unless it is in sRGB. */
export function withMixes(
  stops: readonly (WideStop | ColorHint)[],
  mixedIn: Interpolation,
): readonly (ColorStop | ColorHint)[] {
  const parts = Math.min(samples.max, Math.max(samples.min, Math.floor(samples.gradient / stops.length)));
  return stops.map((each, index) => {
    if (!("color" in each)) return each;
    const { wide, ...stop } = each;
    const next = stops.slice(index + 1).find((other): other is WideStop => "color" in other);
    if (!next || (mixedIn === "srgb" && wide === undefined && next.wide === undefined)) return stop;
    // A gray has no hue to go around from.
    const space = isGray(each) || isGray(next) ? mixedIn.replace(/ .*/u, "") : mixedIn;
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

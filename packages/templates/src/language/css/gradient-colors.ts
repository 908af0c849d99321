import {
  a98_RGB_to_XYZ_D50,
  HSL_to_XYZ_D50,
  HWB_to_XYZ_D50,
  Lab_to_XYZ_D50,
  LCH_to_XYZ_D50,
  lin_sRGB_to_XYZ_D50,
  OKLab_to_XYZ_D50,
  OKLCH_to_XYZ_D50,
  P3_to_XYZ_D50,
  ProPhoto_RGB_to_XYZ_D50,
  rec_2020_to_XYZ_D50,
  sRGB_to_XYZ_D50,
  XYZ_D50_to_a98_RGB,
  XYZ_D50_to_HSL,
  XYZ_D50_to_HWB,
  XYZ_D50_to_Lab,
  XYZ_D50_to_LCH,
  XYZ_D50_to_lin_sRGB,
  XYZ_D50_to_OKLab,
  XYZ_D50_to_OKLCH,
  XYZ_D50_to_P3,
  XYZ_D50_to_ProPhoto,
  XYZ_D50_to_rec_2020,
  XYZ_D50_to_sRGB,
  XYZ_D50_to_XYZ_D65,
  XYZ_D65_to_XYZ_D50,
} from "@csstools/color-helpers";
import type { Color, ColorHint, ColorStop } from "../../scene/index.ts";
import type { ComponentValue } from "./component-values.ts";
import { ValueReader } from "./value-reader.ts";

type Channels = [number, number, number];

interface ColorSpace {
  readonly from: (xyz: Channels) => Channels;
  readonly to: (channels: Channels) => Channels;
  /** The indexes of the hue and of the channel that is 0 in colors without a hue. */
  readonly polar?: { readonly hue: number; readonly chroma: number; readonly min: number };
}

const xyz65 = { from: XYZ_D50_to_XYZ_D65, to: XYZ_D65_to_XYZ_D50 };
const spaces: ReadonlyMap<string, ColorSpace> = new Map<string, ColorSpace>([
  ["srgb", { from: XYZ_D50_to_sRGB, to: sRGB_to_XYZ_D50 }],
  ["srgb-linear", { from: XYZ_D50_to_lin_sRGB, to: lin_sRGB_to_XYZ_D50 }],
  ["display-p3", { from: XYZ_D50_to_P3, to: P3_to_XYZ_D50 }],
  ["a98-rgb", { from: XYZ_D50_to_a98_RGB, to: a98_RGB_to_XYZ_D50 }],
  ["prophoto-rgb", { from: XYZ_D50_to_ProPhoto, to: ProPhoto_RGB_to_XYZ_D50 }],
  ["rec2020", { from: XYZ_D50_to_rec_2020, to: rec_2020_to_XYZ_D50 }],
  ["lab", { from: XYZ_D50_to_Lab, to: Lab_to_XYZ_D50 }],
  ["oklab", { from: XYZ_D50_to_OKLab, to: OKLab_to_XYZ_D50 }],
  ["xyz", xyz65],
  ["xyz-d65", xyz65],
  ["xyz-d50", { from: (xyz) => xyz, to: (xyz) => xyz }],
  ["lch", { from: XYZ_D50_to_LCH, to: LCH_to_XYZ_D50, polar: { hue: 2, chroma: 1, min: 1 } }],
  ["oklch", { from: XYZ_D50_to_OKLCH, to: OKLCH_to_XYZ_D50, polar: { hue: 2, chroma: 1, min: 0.004 } }],
  ["hsl", { from: XYZ_D50_to_HSL, to: HSL_to_XYZ_D50, polar: { hue: 0, chroma: 1, min: 0.5 } }],
  ["hwb", { from: XYZ_D50_to_HWB, to: HWB_to_XYZ_D50, polar: { hue: 0, chroma: 1, min: 0 } }],
]);

/** What the colors between two stops are mixed in. */
export interface Interpolation {
  readonly space: ColorSpace;
  readonly hue: "shorter" | "longer" | "increasing" | "decreasing";
}

/** The space of gradients with a color that is not in legacy sRGB notation (CSS Images 4, 3.5.2). */
export const oklab: Interpolation = { space: spaces.get("oklab")!, hue: "shorter" };

/** Reads `in oklch longer hue`, which may be anywhere among `values`, and returns the others. */
export function takeInterpolation(
  values: readonly ComponentValue[],
): { readonly interpolation?: Interpolation; readonly rest: readonly ComponentValue[] } | undefined {
  const start = values.findIndex((value) => value.kind === "ident" && value.name.toLowerCase() === "in");
  if (start < 0) return { rest: values };
  const reader = new ValueReader(values.slice(start + 1));
  const space = spaces.get(reader.keyword(...spaces.keys()) ?? "");
  if (!space) return undefined;
  const hue = space.polar && reader.keyword("shorter", "longer", "increasing", "decreasing");
  if (hue && !reader.keyword("hue")) return undefined;
  return {
    interpolation: { space, hue: hue ?? "shorter" },
    rest: [...values.slice(0, start), ...reader.rest()],
  };
}

/** Colors that are computed of a gradient, and between two of its stops. */
const samples = { gradient: 128, min: 4, max: 32 };

/** A stop whose color may be outside sRGB: then also with its channels in OKLCH. */
export type WideStop = ColorStop & { readonly wide?: Channels };

/** Adds the colors between the stops of a gradient, unless they are mixed in sRGB. */
export function withRamps(
  stops: readonly (WideStop | ColorHint)[],
  { space, hue }: Interpolation,
): readonly (ColorStop | ColorHint)[] {
  const count = Math.min(samples.max, Math.max(samples.min, Math.floor(samples.gradient / stops.length)));
  return stops.map((each, index) => {
    if (!("color" in each)) return each;
    const { wide: _wide, ...stop } = each;
    const next = stops.slice(index + 1).find((other): other is WideStop => "color" in other);
    if (!next || (space === spaces.get("srgb") && !each.wide && !next.wide)) return stop;
    return { ...stop, ramp: rampOf(each, next, { space, hue }, count) };
  });
}

/** Colors from one to another, evenly spaced. */
function rampOf(
  from: WideStop,
  to: WideStop,
  { space, hue }: Interpolation,
  count: number,
): readonly Color[] {
  const [start, end] = [channelsIn(space, from), channelsIn(space, to)];
  const { polar } = space;
  if (polar) fixHues(start.channels, end.channels, polar.hue, hue);
  const colorAt = (share: number): Color => {
    const alpha = start.alpha + (end.alpha - start.alpha) * share;
    const mixed = start.channels.map((channel, index) => {
      const other = end.channels[index]!;
      if (index === polar?.hue) return channel + (other - channel) * share;
      if (alpha === 0) return 0;
      return (channel * start.alpha * (1 - share) + other * end.alpha * share) / alpha; // premultiplied
    }) as Channels;
    return toHex(XYZ_D50_to_sRGB(space.to(mixed)), alpha);
  };
  return Array.from({ length: count + 1 }, (_, index) => colorAt(index / count));
}

function channelsIn(space: ColorSpace, { color, wide }: WideStop): { channels: Channels; alpha: number } {
  const byte = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  const xyz = wide ? OKLCH_to_XYZ_D50(wide) : sRGB_to_XYZ_D50([byte(1), byte(3), byte(5)]);
  const channels = space.from(xyz);
  const { polar } = space;
  if (polar) {
    const isGray = new Set([color.slice(1, 3), color.slice(3, 5), color.slice(5, 7)]).size === 1;
    if (isGray || Math.abs(channels[polar.chroma]!) < polar.min) channels[polar.hue] = Number.NaN;
  }
  return { channels, alpha: color.length === 9 ? byte(7) : 1 };
}

/** Takes a hue that is missing from the other color, and goes around as the method says (CSS Color 4, 12.4). */
function fixHues(start: Channels, end: Channels, index: number, method: Interpolation["hue"]): void {
  const [from, to] = [start[index]!, end[index]!];
  start[index] = Number.isNaN(from) ? (Number.isNaN(to) ? 0 : to) : from;
  end[index] = Number.isNaN(to) ? start[index] : to;
  const difference = end[index] - start[index];
  const isMissing = Number.isNaN(from) || Number.isNaN(to);
  if (isMissing) return;
  if (method === "shorter") end[index] -= difference > 180 ? 360 : difference < -180 ? -360 : 0;
  else if (method === "increasing") end[index] += difference < 0 ? 360 : 0;
  else if (method === "decreasing") end[index] -= difference > 0 ? 360 : 0;
  else if (difference > 0 && difference < 180) end[index] -= 360;
  else if (difference > -180 && difference <= 0) end[index] += 360;
}

function toHex(channels: readonly number[], alpha: number): Color {
  const byte = (value: number) =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${channels.map(byte).join("")}${alpha < 1 ? byte(alpha) : ""}`;
}

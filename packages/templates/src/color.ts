/** A color as red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses `#rrggbb`; further digits are ignored. */
export function parseHex(hex: string): Rgb {
  return [0, 1, 2].map((i) => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16)) as unknown as Rgb;
}

/** The opaque color of a color (`#rrggbb` or `#rrggbbaa`) on an opaque backdrop. */
export function blend(color: string, backdrop: Rgb, opacity = 1): Rgb {
  const alpha = (color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1) * opacity;
  return parseHex(color).map((value, i) => value * alpha + backdrop[i]! * (1 - alpha)) as unknown as Rgb;
}

/** Mixes two colors in sRGB, as `color-mix(in srgb, …)` does: `share` of the first, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const other = parseHex(second);
  const channels = parseHex(first).map((value, i) => Math.round(value * share + other[i]! * (1 - share)));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast ratio of two opaque colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** A contrast ratio as text. Rounded down, so that one just below a minimum is not shown as the minimum. */
export function formatRatio(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}

/** The linear light of each value of a channel. */
const linear = Float64Array.from({ length: 256 }, (_, value) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

/** WCAG 2.2, "relative luminance". */
function luminance([red, green, blue]: Rgb): number {
  const light = (value: number) => linear[Math.round(value)]!;
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
}

import type { Color } from "../../scene/index.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import { splitAt, type ComponentValue, type FunctionValue } from "./component-values.ts";
import { namedColors } from "./named-colors.ts";
import { parseAngle, parseNumber, parseNumberOrPercentage } from "./quantity.ts";
import type { ValueContext } from "./value-context.ts";

/** Red, green, blue and alpha from 0 to 1. */
type Rgba = readonly [number, number, number, number];

/** Reads a color (CSS Color 4): hexadecimal, named, rgb(), hsl(), hwb(), oklch(), oklab(), color-mix() or `currentColor`. */
export function parseColor(value: ComponentValue, context: ValueContext): Color | undefined {
  if (value.kind === "hash") return normalizeHexColor(`#${value.value}`);
  if (value.kind === "ident") return parseNamedColor(value.name.toLowerCase(), context);
  if (value.kind !== "function") return undefined;
  const rgba = parseColorFunction(value, context);
  return rgba && formatColor(rgba);
}

/** `#rrggbb` or `#rrggbbaa` of a hexadecimal color with 3, 4, 6 or 8 digits; undefined for any other text. */
export function normalizeHexColor(text: string): Color | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu.test(text)) return undefined;
  const digits = text.slice(1).toLowerCase();
  const full = digits.length <= 4 ? digits.replace(/./gu, "$&$&") : digits;
  return full.length === 8 && full.endsWith("ff") ? `#${full.slice(0, 6)}` : `#${full}`;
}

function parseNamedColor(name: string, context: ValueContext): Color | undefined {
  if (name === "currentcolor") return context.color;
  if (name === "transparent") return "#00000000";
  const color = namedColors.get(name);
  if (color !== undefined) return color;
  const suggestion = suggestName(name, namedColors.keys());
  return suggestion === undefined ? undefined : context.refuse(`Unknown color “${name}”`, suggestion);
}

function parseColorFunction(value: FunctionValue, context: ValueContext): Rgba | undefined {
  switch (value.name) {
    case "rgb":
    case "rgba":
      return fromComponents(value, context, (components) => {
        const channels = components.map((component) =>
          component.kind === "percentage"
            ? component.value / 100
            : divided(parseNumber(component, context), 255),
        );
        return toTriple(channels);
      });
    case "hsl":
    case "hsla":
      return fromHueFunction(value, context, hslToRgb);
    case "hwb":
      return fromHueFunction(value, context, hwbToRgb);
    case "oklch":
      return fromComponents(value, context, ([l, c, h]) => {
        const [lightness, chroma] = [l && parseNumberOrPercentage(l, context), c && okChroma(c, context)];
        const hue = h && parseHue(h, context);
        if (lightness === undefined || chroma === undefined || hue === undefined) return undefined;
        const radians = (hue * Math.PI) / 180;
        return oklabToRgb(lightness, chroma * Math.cos(radians), chroma * Math.sin(radians));
      });
    case "oklab":
      return fromComponents(value, context, ([l, a, b]) => {
        const lightness = l && parseNumberOrPercentage(l, context);
        const [x, y] = [a && okChroma(a, context), b && okChroma(b, context)];
        return lightness === undefined || x === undefined || y === undefined
          ? undefined
          : oklabToRgb(lightness, x, y);
      });
    case "color-mix":
      return mixColors(value, context);
    default:
      return undefined;
  }
}

/** Reads `a b c / alpha` or `a, b, c, alpha`, with the conversion of the first three. */
function fromComponents(
  { values, name }: FunctionValue,
  context: ValueContext,
  convert: (components: readonly ComponentValue[]) => readonly [number, number, number] | undefined,
): Rgba | undefined {
  const commaParts = splitAt(values, ",");
  let components: readonly ComponentValue[];
  let alphaValue: ComponentValue | undefined;
  if (commaParts.length > 1) {
    if (commaParts.some((part) => part.length !== 1) || commaParts.length > 4) return undefined;
    components = commaParts.slice(0, 3).map((part) => part[0]!);
    alphaValue = commaParts[3]?.[0];
  } else {
    const [main = [], alpha, ...others] = splitAt(values, "/");
    if (others.length > 0 || (alpha && alpha.length !== 1)) return undefined;
    if (main[0]?.kind === "ident" && main[0].name.toLowerCase() === "from") {
      return context.refuse(
        `Relative colors (\`${name}(from …)\`) are not supported`,
        "Use `color-mix(in srgb, …)`.",
      );
    }
    components = main;
    alphaValue = alpha?.[0];
  }
  if (components.length !== 3) return undefined;
  const alpha = alphaValue ? parseNumberOrPercentage(alphaValue, context) : 1;
  const channels = convert(components);
  return channels && alpha !== undefined ? [...channels, alpha] : undefined;
}

function fromHueFunction(
  value: FunctionValue,
  context: ValueContext,
  convert: (hue: number, b: number, c: number) => readonly [number, number, number],
): Rgba | undefined {
  return fromComponents(value, context, ([first, second, third]) => {
    const hue = first && parseHue(first, context);
    const b = second && parsePercent(second, context);
    const c = third && parsePercent(third, context);
    return hue === undefined || b === undefined || c === undefined ? undefined : convert(hue, b, c);
  });
}

/** A hue in degrees, as an angle or a number. */
function parseHue(value: ComponentValue, context: ValueContext): number | undefined {
  return parseAngle(value, context) ?? parseNumber(value, context);
}

/** 40% or 40 as 0.4. */
function parsePercent(value: ComponentValue, context: ValueContext): number | undefined {
  const percent = value.kind === "percentage" ? value.value : parseNumber(value, context);
  return percent === undefined ? undefined : clamp01(percent / 100);
}

/** Chroma and axes of Oklab: 100% is 0.4. */
function okChroma(value: ComponentValue, context: ValueContext): number | undefined {
  return value.kind === "percentage" ? (value.value / 100) * 0.4 : parseNumber(value, context);
}

function divided(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value / by;
}

function toTriple(values: readonly (number | undefined)[]): readonly [number, number, number] | undefined {
  const [a, b, c] = values;
  return a === undefined || b === undefined || c === undefined ? undefined : [a, b, c];
}

function hslToRgb(hue: number, saturation: number, lightness: number): readonly [number, number, number] {
  const channel = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

function hwbToRgb(hue: number, white: number, black: number): readonly [number, number, number] {
  if (white + black >= 1) {
    const gray = white / (white + black);
    return [gray, gray, gray];
  }
  const [r, g, b] = hslToRgb(hue, 1, 0.5);
  const scale = (channel: number) => channel * (1 - white - black) + white;
  return [scale(r), scale(g), scale(b)];
}

/** CSS Color 4, section 9 and its sample code. Colors outside sRGB are clipped by channel. */
function oklabToRgb(lightness: number, a: number, b: number): readonly [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const encode = (value: number) => {
    const magnitude = Math.abs(value);
    return magnitude <= 0.0031308
      ? 12.92 * value
      : Math.sign(value) * (1.055 * magnitude ** (1 / 2.4) - 0.055);
  };
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** `color-mix(in srgb, a 40%, b)` (CSS Color 5, section 2), with premultiplied alpha. */
function mixColors({ values }: FunctionValue, context: ValueContext): Rgba | undefined {
  const [method, first, second, ...others] = splitAt(values, ",");
  const [inKeyword, space] = method ?? [];
  if (!first || !second || others.length > 0 || inKeyword?.kind !== "ident" || space?.kind !== "ident")
    return undefined;
  if (space.name.toLowerCase() !== "srgb" || method!.length !== 2) {
    return context.refuse(
      `color-mix() in the color space “${space.name}” is not supported`,
      "Use `color-mix(in srgb, …)`.",
    );
  }
  const [a, b] = [parseMixPart(first, context), parseMixPart(second, context)];
  if (!a || !b) return undefined;
  let share = a.percent ?? (b.percent === undefined ? 50 : 100 - b.percent);
  let otherShare = b.percent ?? 100 - share;
  const sum = share + otherShare;
  if (sum <= 0) return undefined;
  [share, otherShare] = [share / sum, otherShare / sum];
  const alpha = a.rgba[3] * share + b.rgba[3] * otherShare;
  const mix = (index: 0 | 1 | 2) =>
    alpha === 0 ? 0 : (a.rgba[index] * a.rgba[3] * share + b.rgba[index] * b.rgba[3] * otherShare) / alpha;
  return [mix(0), mix(1), mix(2), alpha * Math.min(1, sum / 100)];
}

function parseMixPart(
  values: readonly ComponentValue[],
  context: ValueContext,
): { rgba: Rgba; percent: number | undefined } | undefined {
  const percentages = values.filter((value) => value.kind === "percentage");
  const [color, ...others] = values.filter((value) => value.kind !== "percentage");
  const parsed = color && parseColor(color, context);
  const percent = percentages[0]?.value;
  if (parsed === undefined || others.length > 0 || percentages.length > 1) return undefined;
  if (percent !== undefined && (percent < 0 || percent > 100)) return undefined;
  return { rgba: toRgba(parsed), percent };
}

/** The channels of a normalized color. */
function toRgba(color: Color): Rgba {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5), color.length === 9 ? channel(7) : 1];
}

function formatColor(rgba: Rgba): Color | undefined {
  if (!rgba.every(Number.isFinite)) return undefined;
  const [r, g, b, alpha] = rgba.map((channel) =>
    Math.round(clamp01(channel) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return alpha === "ff" ? `#${r}${g}${b}` : `#${r}${g}${b}${alpha}`;
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

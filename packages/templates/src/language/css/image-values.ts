import type {
  ColorHint,
  ConicGradient,
  Gradient,
  ImageSource,
  Length,
  LinearGradient,
  Point,
  RadialGradient,
} from "../../scene/index.ts";
import { dataUrlProblem, isDataUrl } from "../../data-url.ts";
import { parseColor, wideColorText } from "./color.ts";
import { splitAt, urlOf, type ComponentValue, type FunctionValue, type Values } from "./component-values.ts";
import { takeInterpolation, withMixes, type WideStop } from "./gradient-colors.ts";
import { center, parsePosition } from "./position.ts";
import { hasPercent, parseAngle, parseLengthPercentage, parseNonNegative } from "./quantity.ts";
import { withRefuse, type ValueContext } from "./value-context.ts";
import { ValueReader } from "./value-reader.ts";

/** A background image. A card replaces its URL if it comes from data. */
export type ImageValue = Gradient | ImageSource | DataImage;

/** `url({{photo}})`: the image of a data field. */
export interface DataImage {
  readonly kind: "data";
  /** The placeholder between the braces. */
  readonly placeholder: string;
}

/** Reads an image of `background-image`. */
export function parseImage(value: ComponentValue, context: ValueContext): ImageValue | undefined {
  const url = urlOf(value);
  if (url !== undefined) return fromUrl(url, context);
  return value.kind === "function" && /^(?:repeating-)?(?:linear|radial|conic)-gradient$/u.test(value.name)
    ? parseGradient(value, context)
    : undefined;
}

function fromUrl(url: string, context: ValueContext): ImageValue | undefined {
  const placeholder = /^\s*\{\{([^{}]*)\}\}\s*$/u.exec(url)?.[1]?.trim();
  if (placeholder !== undefined) return { kind: "data", placeholder };
  const image = context.asset(url, context.color);
  if (image) return image;
  if (isDataUrl(url)) return context.refuse(dataUrlProblem(url));
  if (url.startsWith("#"))
    return context.refuse(
      "Elements are not images",
      "Use an asset or a gradient. In an SVG, write an attribute.",
    );
  return context.refuse(
    `The image “${url.slice(0, 40)}” is not an asset of the template`,
    "Upload it as an asset and write `url(assets/name.png)`, or use a field with the format `image-url` in a style attribute.",
  );
}

/** The form of a gradient: all of it except its stops. */
type Form =
  Omit<LinearGradient, keyof Colors> | Omit<RadialGradient, keyof Colors> | Omit<ConicGradient, keyof Colors>;
type Colors = Pick<Gradient, "isRepeating" | "stops">;

function parseGradient({ name, values }: FunctionValue, context: ValueContext): Gradient | undefined {
  const parts = splitAt(values, ",");
  const first = parts[0] ?? [];
  const isColor = first[0] && parseColor(first[0], withRefuse(context)) !== undefined;
  const taken = isColor ? { rest: [] } : takeInterpolation(first);
  if (!taken) {
    return context.refuse(
      "Unknown color space of a gradient",
      "Use `in srgb`, `in oklab`, or `in oklch` with `shorter hue` or `longer hue`.",
    );
  }
  const isConic = name.endsWith("conic-gradient");
  const form = isConic
    ? parseConicForm(taken.rest, context)
    : name.endsWith("radial-gradient")
      ? parseRadialForm(taken.rest, context)
      : parseLinearForm(taken.rest, context);
  if (!form) return undefined;
  const stopParts = isColor ? parts : parts.slice(1);
  const stops = parseStops(stopParts, context, isConic ? parseAnglePercentage : parseLengthPercentage);
  if (!stops) return undefined;
  const interpolation = taken.interpolation ?? (stopParts.every(isLegacy) ? undefined : "oklab");
  return {
    ...form,
    isRepeating: name.startsWith("repeating-"),
    stops: interpolation ? withMixes(stops, interpolation) : stops,
  };
}

function isLegacy([color]: Values): boolean {
  return color?.kind !== "function" || !/^(?:ok|lab|lch|color)/u.test(color.name);
}

function parseLinearForm(values: Values, context: ValueContext): Form | undefined {
  const direction = values.length === 0 ? { angle: 180 } : parseLineDirection(values, context);
  return direction && { kind: "linear-gradient", direction };
}

function parseRadialForm(values: Values, context: ValueContext): Form | undefined {
  const ending = parseEnding(values, context);
  return ending && { kind: "radial-gradient", ...ending };
}

/** `from 90deg at 20% 30%` (CSS Images 4, section 3.3.1). */
function parseConicForm(values: Values, context: ValueContext): Form | undefined {
  const reader = new ValueReader(values);
  const from = reader.keyword("from") ? reader.one((value) => parseAngle(value, context)) : 0;
  const at = reader.keyword("at") ? parsePosition(reader, context) : { x: center, y: center };
  if (from === undefined || !at || !reader.isAtEnd) return undefined;
  return { kind: "conic-gradient", from, center: at };
}

/** An angle, as a percentage of the circle. */
function parseAnglePercentage(value: ComponentValue, context: ValueContext): Length | undefined {
  const angle = parseAngle(value, withRefuse(context));
  if (angle !== undefined) return { percent: angle / 3.6 };
  const length = parseLengthPercentage(value, context);
  if (length === 0 && value.kind === "function") return { percent: 0 }; // such as `calc(0 * 1%)`
  return typeof length === "object" && "percent" in length ? length : undefined;
}

function parseLineDirection(values: Values, context: ValueContext): LinearGradient["direction"] | undefined {
  const reader = new ValueReader(values);
  const angle = reader.one((value) => parseAngle(value, context));
  if (angle !== undefined) return reader.isAtEnd ? { angle } : undefined;
  if (!reader.keyword("to")) return undefined;
  const before = reader.keyword("left", "right");
  const toY = reader.keyword("top", "bottom");
  const toX = before ?? reader.keyword("left", "right");
  return reader.isAtEnd && (toX ?? toY) ? { toX: toX ?? "center", toY: toY ?? "center" } : undefined;
}

type Ending = Pick<RadialGradient, "shape" | "size"> & { center: Point };

/** `circle closest-side at 20% 30%` (CSS Images 3, section 3.2.1). */
function parseEnding(values: Values, context: ValueContext): Ending | undefined {
  const reader = new ValueReader(values);
  const readShape = () => reader.keyword("circle", "ellipse");
  const before = readShape();
  const extent = reader.keyword("closest-side", "closest-corner", "farthest-side", "farthest-corner");
  const x = extent ? undefined : reader.one((value) => parseNonNegative(value, context));
  const y = x === undefined ? x : reader.one((value) => parseNonNegative(value, withRefuse(context)));
  const written = before ?? readShape();
  const at = reader.keyword("at") ? parsePosition(reader, context) : { x: center, y: center };
  if (!at || !reader.isAtEnd) return undefined;
  if (x === undefined) return { shape: written ?? "ellipse", size: extent ?? "farthest-corner", center: at };
  // One length is the radius of a circle; it can't be a percentage.
  const shape = y === undefined ? "circle" : "ellipse";
  if ((written && written !== shape) || (y === undefined && hasPercent(x))) return undefined;
  return { shape, size: { x, y: y ?? x }, center: at };
}

const maxStops = 64;

/** At least two stops; one with two positions counts twice. Hints are between stops. */
function parseStops(
  parts: readonly Values[],
  context: ValueContext,
  parseStopPosition: typeof parseLengthPercentage,
): readonly (WideStop | ColorHint)[] | undefined {
  if (parts.length > maxStops) return context.refuse(`A gradient can have at most ${maxStops} color stops`);
  const stops: (WideStop | ColorHint)[] = [];
  const withoutReason = withRefuse(context);
  let isHintAllowed = false;
  for (const part of parts) {
    const reader = new ValueReader(part);
    const hint = reader.one((value) => parseStopPosition(value, withoutReason));
    if (hint !== undefined) {
      if (!isHintAllowed || !reader.isAtEnd)
        return context.refuse("A color hint must be between two color stops");
      stops.push({ position: hint });
      isHintAllowed = false;
      continue;
    }
    const color = reader.one((value) => parseColor(value, context));
    if (color === undefined) return undefined;
    const wide = part[0] && wideColorText(part[0], context);
    const stop: WideStop = wide === undefined ? { color } : { color, wide };
    const first = reader.one((value) => parseStopPosition(value, context));
    const second = first === undefined ? undefined : reader.one((value) => parseStopPosition(value, context));
    if (!reader.isAtEnd) return undefined;
    stops.push(first === undefined ? stop : { ...stop, position: first });
    if (second !== undefined) stops.push({ ...stop, position: second });
    isHintAllowed = true;
  }
  if (!isHintAllowed) return context.refuse("A color hint must be between two color stops");
  return stops.length >= 2 ? stops : context.refuse("A gradient needs at least two color stops");
}

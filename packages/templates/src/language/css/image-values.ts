import type { Color, ColorStop, ImageSource, LinearGradient, RadialGradient } from "../../scene/index.ts";
import { parseColor } from "./color.ts";
import { splitAt, type ComponentValue, type FunctionValue } from "./component-values.ts";
import { center, parsePosition, type Point } from "./position.ts";
import { parseAngle, parseLengthPercentage, parseNonNegative } from "./quantity.ts";
import { withRefuse, type ValueContext } from "./value-context.ts";
import { ValueReader } from "./value-reader.ts";

/** A background image. A card replaces its URL if it comes from data. */
export type ImageValue = LinearGradient | RadialGradient | ImageSource | DataImage;

/** `url({{photo}})`: the image of a data field. */
export interface DataImage {
  readonly kind: "data";
  /** The placeholder between the braces. */
  readonly placeholder: string;
}

/** Reads an image of `background-image`. */
export function parseImage(value: ComponentValue, context: ValueContext): ImageValue | undefined {
  if (value.kind === "url") return fromUrl(value.value, context);
  if (value.kind !== "function") return undefined;
  const [first, ...others] = value.values;
  switch (value.name) {
    case "url":
      return first?.kind === "string" && others.length === 0 ? fromUrl(first.value, context) : undefined;
    case "linear-gradient":
    case "repeating-linear-gradient":
      return parseLinearGradient(value, context);
    case "radial-gradient":
    case "repeating-radial-gradient":
      return parseRadialGradient(value, context);
    case "conic-gradient":
    case "repeating-conic-gradient":
      return context.refuse(
        `${value.name}() is not supported`,
        "Use `linear-gradient()`, `radial-gradient()` or an image asset.",
      );
    default:
      return undefined;
  }
}

/** The data placeholder of `url({{photo}})`; undefined for any other URL. */
function placeholderOf(url: string): string | undefined {
  return /^\s*\{\{([^{}]*)\}\}\s*$/u.exec(url)?.[1]?.trim();
}

function fromUrl(url: string, context: ValueContext): ImageValue | undefined {
  const placeholder = placeholderOf(url);
  if (placeholder !== undefined) return { kind: "data", placeholder };
  return (
    context.asset(url, context.color) ??
    context.refuse(
      `The image “${url.slice(0, 40)}” is not an asset of the template`,
      "Upload it as an asset and write `url(assets/name.png)`, or use a field with the format `image-url` in a style attribute.",
    )
  );
}

function parseLinearGradient(
  { name, values }: FunctionValue,
  context: ValueContext,
): LinearGradient | undefined {
  const parts = splitAt(values, ",");
  const direction = parseLineDirection(parts[0] ?? [], context);
  const stops = parseStops(direction ? parts.slice(1) : parts, context);
  return (
    stops && {
      kind: "linear-gradient",
      direction: direction ?? { angle: 180 },
      isRepeating: name.startsWith("repeating-"),
      stops,
    }
  );
}

type LineSide = Extract<LinearGradient["direction"], { toX: string }>;

function parseLineDirection(
  values: readonly ComponentValue[],
  context: ValueContext,
): LinearGradient["direction"] | undefined {
  const reader = new ValueReader(values);
  if (values.some((value) => value.kind === "ident" && value.name.toLowerCase() === "in")) {
    return context.refuse(
      "Color spaces of gradients are not supported",
      "Remove `in …`; add color stops where the mixed colors should differ.",
    );
  }
  const angle = reader.one((value) => parseAngle(value, context));
  if (angle !== undefined) return reader.isAtEnd ? { angle } : undefined;
  if (!reader.keyword("to")) return undefined;
  let toX: LineSide["toX"] = "center";
  let toY: LineSide["toY"] = "center";
  for (let sides = 0; sides < 2 && !reader.isAtEnd; sides++) {
    const x: "left" | "right" | undefined = toX === "center" ? reader.keyword("left", "right") : undefined;
    const y: "top" | "bottom" | undefined =
      !x && toY === "center" ? reader.keyword("top", "bottom") : undefined;
    if (x) toX = x;
    else if (y) toY = y;
    else return undefined;
  }
  return reader.isAtEnd && (toX !== "center" || toY !== "center") ? { toX, toY } : undefined;
}

function parseRadialGradient(
  { name, values }: FunctionValue,
  context: ValueContext,
): RadialGradient | undefined {
  const parts = splitAt(values, ",");
  const isColor = parts[0]?.[0] && parseColor(parts[0][0], withRefuse(context)) !== undefined;
  const ending = isColor ? defaultEnding : parseEnding(parts[0] ?? [], context);
  const stops = ending && parseStops(isColor ? parts : parts.slice(1), context);
  return (
    stops && {
      kind: "radial-gradient",
      ...ending,
      isRepeating: name.startsWith("repeating-"),
      stops,
    }
  );
}

type Ending = Pick<RadialGradient, "shape" | "size"> & { center: Point };

const defaultEnding: Ending = { shape: "ellipse", size: "farthest-corner", center: { x: center, y: center } };

/** `circle closest-side at 20% 30%` (CSS Images 3, section 3.2.1). */
function parseEnding(values: readonly ComponentValue[], context: ValueContext): Ending | undefined {
  const reader = new ValueReader(values);
  let shape: RadialGradient["shape"] | undefined;
  let size: RadialGradient["size"] | undefined;
  while (!reader.isAtEnd && !reader.keyword("at")) {
    const newShape = shape ? undefined : reader.keyword("circle", "ellipse");
    const extent =
      newShape || size
        ? undefined
        : reader.keyword("closest-side", "closest-corner", "farthest-side", "farthest-corner");
    if (newShape) shape = newShape;
    else if (extent) size = extent;
    else {
      if (size) return undefined;
      const x = reader.one((value) => parseNonNegative(value, context));
      if (x === undefined) return undefined;
      const y = reader.one((value) => parseNonNegative(value, withRefuse(context)));
      // One length is the radius of a circle; it can't be a percentage.
      if (y === undefined && (shape === "ellipse" || (typeof x === "object" && "percent" in x)))
        return undefined;
      if (y !== undefined && shape === "circle") return undefined;
      shape ??= y === undefined ? "circle" : "ellipse";
      size = { x, y: y ?? x };
    }
  }
  const wroteAt = values.some((value) => value.kind === "ident" && value.name.toLowerCase() === "at");
  const at = wroteAt ? parsePosition(reader, context) : { x: center, y: center };
  if (!at || !reader.isAtEnd) return undefined;
  if (shape === "circle" && typeof size === "object" && size.x !== size.y) return undefined;
  return { shape: shape ?? "ellipse", size: size ?? "farthest-corner", center: at };
}

const maxStops = 64;

/** At least two stops; one with two positions counts twice. */
function parseStops(
  parts: readonly (readonly ComponentValue[])[],
  context: ValueContext,
): readonly ColorStop[] | undefined {
  if (parts.length > maxStops) return context.refuse(`A gradient can have at most ${maxStops} color stops`);
  const stops: ColorStop[] = [];
  for (const part of parts) {
    const reader = new ValueReader(part);
    const color = reader.one((value) => parseColor(value, context));
    if (color === undefined) {
      if (part.length === 1 && parseLengthPercentage(part[0]!, withRefuse(context)) !== undefined) {
        return context.refuse(
          "Color hints between the stops of a gradient are not supported",
          "Add a color stop at this position.",
        );
      }
      return undefined;
    }
    const first = reader.one((value) => parseLengthPercentage(value, context));
    const second =
      first === undefined ? undefined : reader.one((value) => parseLengthPercentage(value, context));
    if (!reader.isAtEnd) return undefined;
    stops.push(stop(color, first));
    if (second !== undefined) stops.push(stop(color, second));
  }
  return stops.length >= 2 ? stops : context.refuse("A gradient needs at least two color stops");
}

function stop(color: Color, position: ColorStop["position"]): ColorStop {
  return position === undefined ? { color } : { color, position };
}

import type { ConicGradient, Gradient, LinearGradient, RadialGradient } from "@placard/templates/scene";
import type { ResolvedGradient, ResolvedStop } from "./commands.ts";
import type { PixelSize } from "./images.ts";
import { pixels } from "../layout/boxes/lengths.ts";
import { resolvePosition } from "./resolve-position.ts";

/** A gradient in a tile of a size, with all positions computed. */
export function resolveGradient(gradient: Gradient, size: PixelSize, em: number): ResolvedGradient {
  if (gradient.kind === "linear-gradient") return resolveLinear(gradient, size, em);
  if (gradient.kind === "radial-gradient") return resolveRadial(gradient, size, em);
  return resolveConic(gradient, size, em);
}

export function isGradient<T extends { readonly kind: string }>(
  image: T,
): image is Extract<T, { kind: Gradient["kind"] }> {
  return image.kind.endsWith("-gradient");
}

/** Lengths are rounded to 1/64: any large number keeps the precision of percentages. */
const circle = 2 ** 20;

function resolveConic(
  { from, center, isRepeating, stops }: ConicGradient,
  { width, height }: PixelSize,
  em: number,
): ResolvedGradient {
  return {
    kind: "conic-gradient",
    isRepeating,
    stops: resolveStops(stops, circle, em),
    x: resolvePosition(center.x, width),
    y: resolvePosition(center.y, height),
    from: from / 360,
  };
}

/**
 * The gradient line passes through the center. It ends where corners are perpendicular (CSS Images 3, 3.1).
 */
function resolveLinear(
  { direction, isRepeating, stops }: LinearGradient,
  { width, height }: PixelSize,
  em: number,
): ResolvedGradient {
  const [dx, dy] = directionOf(direction, { width, height });
  const halfLength = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
  return {
    kind: "linear-gradient",
    isRepeating,
    stops: resolveStops(stops, 2 * halfLength, em),
    x0: width / 2 - dx * halfLength,
    y0: height / 2 - dy * halfLength,
    x1: width / 2 + dx * halfLength,
    y1: height / 2 + dy * halfLength,
  };
}

/** A unit vector. Toward a corner, it is perpendicular to the line between the two neighboring corners. */
function directionOf(
  direction: LinearGradient["direction"],
  { width, height }: PixelSize,
): [x: number, y: number] {
  if ("angle" in direction) {
    const radians = (direction.angle * Math.PI) / 180;
    return [Math.sin(radians), -Math.cos(radians)];
  }
  const signX = { left: -1, center: 0, right: 1 }[direction.toX];
  const signY = { top: -1, center: 0, bottom: 1 }[direction.toY];
  if (signX === 0 || signY === 0) return [signX, signY];
  const length = Math.hypot(width, height) || 1;
  return [(signX * height) / length, (signY * width) / length];
}

/** The ending shape passes through sides or corners (CSS Images 3, section 3.2). */
function resolveRadial(
  { shape, size, center, isRepeating, stops }: RadialGradient,
  area: PixelSize,
  em: number,
): ResolvedGradient {
  const x = resolvePosition(center.x, area.width);
  const y = resolvePosition(center.y, area.height);
  const [radiusX, radiusY] = radiiOf({ shape, size }, { x, y }, area, em);
  return {
    kind: "radial-gradient",
    isRepeating,
    stops: resolveStops(stops, radiusX, em),
    x,
    y,
    radiusX,
    radiusY,
  };
}

function radiiOf(
  { shape, size }: Pick<RadialGradient, "shape" | "size">,
  { x, y }: { x: number; y: number },
  area: PixelSize,
  em: number,
): [x: number, y: number] {
  if (typeof size === "object") {
    const radiusX = pixels(size.x, area.width, em);
    return [radiusX, shape === "circle" ? radiusX : pixels(size.y, area.height, em)];
  }
  const choose = size.startsWith("closest") ? Math.min : Math.max;
  const sideX = choose(Math.abs(x), Math.abs(area.width - x));
  const sideY = choose(Math.abs(y), Math.abs(area.height - y));
  if (size.endsWith("side")) {
    if (shape === "ellipse") return [sideX, sideY];
    const side = choose(sideX, sideY);
    return [side, side];
  }
  if (shape === "ellipse") return [sideX * Math.SQRT2, sideY * Math.SQRT2];
  const corner = Math.hypot(sideX, sideY);
  return [corner, corner];
}

/** Gives every stop a position, none before the one that precedes it (CSS Images 3, section 3.4.3). */
function resolveStops(stops: Gradient["stops"], length: number, em: number): ResolvedStop[] {
  const positions = stops.map(({ position }) => {
    if (position === undefined) return undefined;
    return length > 0 ? pixels(position, length, em) / length : 0;
  });
  positions[0] ??= 0;
  positions[positions.length - 1] ??= 1;
  let last = -Infinity;
  for (const [index, position] of positions.entries()) {
    if (position !== undefined) last = positions[index] = Math.max(position, last);
  }
  for (let index = 1; index < positions.length; index++) {
    if (positions[index] !== undefined) continue;
    const end = positions.findIndex((position, at) => at > index && position !== undefined);
    const from = positions[index - 1]!;
    positions[index] = from + (positions[end]! - from) / (end - index + 1);
  }
  return stops.flatMap((stop, index) => {
    if (!("color" in stop)) return [];
    const { color, mix } = stop;
    const following = stops[index + 1];
    const hint = following && !("color" in following) ? positions[index + 1] : undefined;
    return [
      {
        color,
        position: positions[index]!,
        ...(mix && { mix }),
        ...(hint !== undefined && { hint }),
      },
    ];
  });
}

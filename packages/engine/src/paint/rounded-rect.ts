import type { CornerRadius, Corners, Sides } from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import type { Rect } from "../layout/placed.ts";
import { pixels } from "../layout/boxes/lengths.ts";

/** The radii of a corner in pixels. */
export interface Radius {
  readonly x: number;
  readonly y: number;
  /** The parameter of a superellipse if it is not an ellipse. */
  readonly curve?: number;
}

/** A rectangle with rounded corners, in pixels. */
export interface RoundedRect extends Rect {
  /** Absent if all corners are square. */
  readonly radii?: Corners<Radius>;
}

const corners = ["topLeft", "topRight", "bottomRight", "bottomLeft"] as const;

/** Moves each edge of a box to whole pixels, as Chromium does, so that adjacent boxes stay adjacent. */
export function snapRect({ x, y, width, height }: Rect): Rect {
  const [left, top] = [snap(x), snap(y)];
  return { x: left, y: top, width: snap(x + width) - left, height: snap(y + height) - top };
}

/** Coordinates beyond this are outside of all cards, in pixels. Cairo has 24 bits for whole pixels. */
const maxCoordinate = 2 ** 21;

/** Rounds to whole pixels, halves up, in units of 1/64 px as Chromium's layout. */
function snap(value: number): number {
  const rounded = Math.floor(Math.round(value * 64) / 64 + 0.5);
  return Math.max(-maxCoordinate, Math.min(rounded, maxCoordinate));
}

/** The border box, its radii reduced where they overlap (CSS Backgrounds 3, sections 4.1 and 4.5). */
export function roundRect(rect: Rect, radii: Corners<CornerRadius>, em: number): RoundedRect {
  if (corners.every((corner) => radii[corner].x === 0 || radii[corner].y === 0)) return rect;
  const resolved = mapCorners((corner) => ({
    ...curveOf(radii[corner]),
    x: pixels(radii[corner].x, rect.width, em),
    y: pixels(radii[corner].y, rect.height, em),
  }));
  return withRadii(rect, resolved);
}

const curveOf = ({ curve }: { readonly curve?: number }) => (curve === undefined ? {} : { curve });

function withRadii(rect: Rect, radii: Corners<Radius>): RoundedRect {
  const { x, y, width, height } = rect;
  const { topLeft, topRight, bottomRight, bottomLeft } = radii;
  const factor = Math.min(
    1,
    width / (topLeft.x + topRight.x),
    width / (bottomLeft.x + bottomRight.x),
    height / (topLeft.y + bottomLeft.y),
    height / (topRight.y + bottomRight.y),
  );
  const scaled = mapCorners((corner): Radius => {
    const { x: radiusX, y: radiusY } = radii[corner];
    const radius = { ...curveOf(radii[corner]), x: radiusX * factor, y: radiusY * factor };
    return radius.x > 0 && radius.y > 0 ? radius : { x: 0, y: 0 };
  });
  const isSquare = corners.every((corner) => scaled[corner].x === 0);
  return isSquare ? { x, y, width, height } : { x, y, width, height, radii: scaled };
}

/** The radii of the corners, clockwise from the top left one. */
export function radiiOf({ radii }: RoundedRect): readonly Radius[] {
  return radii ? corners.map((corner) => radii[corner]) : [];
}

function mapCorners(map: (corner: (typeof corners)[number]) => Radius): Corners<Radius> {
  return {
    topLeft: map("topLeft"),
    topRight: map("topRight"),
    bottomRight: map("bottomRight"),
    bottomLeft: map("bottomLeft"),
  };
}

/** The shape between a border and what it surrounds: edges move inward, and radii shrink by the same. */
export function insetRoundedRect<Side>(
  outer: RoundedRect,
  sides: Sides<Side>,
  distanceOf: (side: Side) => number,
): RoundedRect {
  const [top, right] = [distanceOf(sides.top), distanceOf(sides.right)];
  const [bottom, left] = [distanceOf(sides.bottom), distanceOf(sides.left)];
  const rect = {
    x: outer.x + left,
    y: outer.y + top,
    width: Math.max(0, outer.width - left - right),
    height: Math.max(0, outer.height - top - bottom),
  };
  const { radii } = outer;
  if (!radii) return rect;
  const shrink = (radius: Radius, x: number, y: number) => {
    const share = shrinkOf(radius.curve);
    return {
      ...curveOf(radius),
      x: Math.max(0, radius.x - share * x),
      y: Math.max(0, radius.y - share * y),
    };
  };
  return withRadii(rect, {
    topLeft: shrink(radii.topLeft, left, top),
    topRight: shrink(radii.topRight, right, top),
    bottomRight: shrink(radii.bottomRight, right, bottom),
    bottomLeft: shrink(radii.bottomLeft, left, bottom),
  });
}

/** By how much the radius of a parallel curve is smaller, as a factor of the distance. Exact for ellipses. */
function shrinkOf(curve = 1): number {
  const middle = 2 ** -(2 ** -Math.abs(curve));
  return curve < 0 ? 1 / middle - 1 : (1 - Math.SQRT1_2) / (1 - middle);
}

/** The shape of a spread shadow or an outline: square corners stay square (CSS Backgrounds 3, 6.1.1). */
export function outsetRoundedRect(inner: RoundedRect, distance: number): RoundedRect {
  const rect = {
    x: inner.x - distance,
    y: inner.y - distance,
    width: Math.max(0, inner.width + 2 * distance),
    height: Math.max(0, inner.height + 2 * distance),
  };
  const { radii } = inner;
  if (!radii) return rect;
  const growRadius = (radius: number) => {
    if (distance < 0) return Math.max(0, radius + distance);
    const factor = radius < distance ? 1 + (radius / distance - 1) ** 3 : 1;
    return radius + distance * factor;
  };
  return withRadii(
    rect,
    mapCorners((corner) => ({
      ...curveOf(radii[corner]),
      x: growRadius(radii[corner].x),
      y: growRadius(radii[corner].y),
    })),
  );
}

/** A rectangle whose edges are moved outward by a distance. */
export function grow({ x, y, width, height }: Rect, distance: number): Rect {
  return { x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance };
}

/** The whole pixels that a rectangle touches. */
export function outerPixels({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

type Point = readonly [x: number, y: number];

/** Adds a rounded rectangle to the current path. */
export function traceRoundedRect(
  context: CanvasRenderingContext2D,
  { x, y, width, height, radii }: RoundedRect,
): void {
  if (!radii) return context.rect(x, y, width, height);
  const { topLeft, topRight, bottomRight, bottomLeft } = radii;
  const [right, bottom] = [x + width, y + height];
  const hasCurves = corners.some((corner) => radii[corner].curve !== undefined);
  const trace = ({ curve = 1 }: Radius, start: Point, vertex: Point, end: Point) => {
    context.lineTo(...start);
    if (hasCurves) traceSuperellipse(context, start, vertex, end, curve);
    else traceEllipse(context, start, vertex, end);
  };
  context.moveTo(x + topLeft.x, y);
  trace(topRight, [right - topRight.x, y], [right, y], [right, y + topRight.y]);
  trace(bottomRight, [right, bottom - bottomRight.y], [right, bottom], [right - bottomRight.x, bottom]);
  trace(bottomLeft, [x + bottomLeft.x, bottom], [x, bottom], [x, bottom - bottomLeft.y]);
  trace(topLeft, [x, y + topLeft.y], [x, y], [x + topLeft.x, y]);
  context.closePath();
}

/** From the corner of the box around a quarter of an ellipse to the control points of its curve, in radii. */
const cornerToControl = 1 - 0.551915;

function traceEllipse(context: CanvasRenderingContext2D, start: Point, vertex: Point, end: Point): void {
  const controlOf = (point: Point, axis: 0 | 1) =>
    vertex[axis] + (point[axis] - vertex[axis]) * cornerToControl;
  context.bezierCurveTo(
    controlOf(start, 0),
    controlOf(start, 1),
    controlOf(end, 0),
    controlOf(end, 1),
    ...end,
  );
}

/** Straight parts of a corner that is not an ellipse. */
const cornerSteps = 32;

/** Adds a corner as a superellipse (CSS Borders 4, section 3.3): concave ones are around the vertex. */
function traceSuperellipse(
  context: CanvasRenderingContext2D,
  start: Point,
  vertex: Point,
  end: Point,
  curve: number,
): void {
  const center: Point = curve < 0 ? vertex : [start[0] + end[0] - vertex[0], start[1] + end[1] - vertex[1]];
  const exponent = 2 / 2 ** Math.abs(curve);
  for (let step = 1; step < cornerSteps; step++) {
    const angle = (Math.PI / 2) * (step / cornerSteps);
    const [a, b] = [Math.cos(angle) ** exponent, Math.sin(angle) ** exponent];
    const at = (axis: 0 | 1) =>
      center[axis] + (start[axis] - center[axis]) * a + (end[axis] - center[axis]) * b;
    context.lineTo(at(0), at(1));
  }
  context.lineTo(...end);
}

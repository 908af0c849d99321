import type { BasicShape, ClipPath, PathSegment, Position } from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import type { Rect } from "../layout/placed.ts";
import { shapeOf, type PaintedBox } from "./painted-box.ts";
import { resolvePosition } from "./resolve-position.ts";
import { roundRect, traceRoundedRect, type RoundedRect } from "./rounded-rect.ts";

/** A path in pixels of the card. */
export interface Path {
  readonly rule: "nonzero" | "evenodd";
  readonly segments: readonly PathSegment[];
}

/** The part of a rectangle that is outside of another one. */
interface Outside {
  readonly hole: RoundedRect;
  readonly around: Rect;
}

export type ClipShape = RoundedRect | Path | Outside;

/** What is left of a box (CSS Masking 1, section 5.1). */
export function clipShapeOf(box: PaintedBox, clipPath: ClipPath): ClipShape {
  const reference = shapeOf(box, clipPath.box);
  if (!clipPath.shape) return reference;
  const { x, y, width, height } = clipPath.box === "border-box" ? box.rect : reference;
  return resolveShape(clipPath.shape, { x, y, width, height }, box.em);
}

function resolveShape(shape: BasicShape, box: Rect, em: number): ClipShape {
  const atX = (position: Position) => box.x + resolvePosition(position, box.width);
  const atY = (position: Position) => box.y + resolvePosition(position, box.height);
  switch (shape.kind) {
    case "inset": {
      let [left, right] = [resolvePosition(shape.left, box.width), resolvePosition(shape.right, box.width)];
      let [top, bottom] = [resolvePosition(shape.top, box.height), resolvePosition(shape.bottom, box.height)];
      // Edges that would cross are moved apart in proportion.
      const [excessX, excessY] = [(left + right) / box.width, (top + bottom) / box.height];
      if (excessX > 1) [left, right] = [left / excessX, right / excessX];
      if (excessY > 1) [top, bottom] = [top / excessY, bottom / excessY];
      const width = Math.max(0, box.width - left - right);
      const height = Math.max(0, box.height - top - bottom);
      return roundRect({ x: box.x + left, y: box.y + top, width, height }, shape.radii, em);
    }
    case "ellipse": {
      const [x, y] = [atX(shape.center.x), atY(shape.center.y)];
      const [radiusX, radiusY] = radiiOf(shape, { x, y }, box);
      const corner = { x: radiusX, y: radiusY };
      const radii = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner };
      return { x: x - radiusX, y: y - radiusY, width: 2 * radiusX, height: 2 * radiusY, radii };
    }
    case "polygon": {
      const points = shape.points.map(({ x, y }, index): PathSegment => [
        index === 0 ? "M" : "L",
        atX(x),
        atY(y),
      ]);
      return { rule: shape.rule, segments: [...points, ["Z"]] };
    }
    case "path": {
      const { x, y } = box;
      const move = (segment: PathSegment): PathSegment => {
        if (segment[0] === "Z") return segment;
        if (segment[0] !== "C") return [segment[0], segment[1] + x, segment[2] + y];
        const [kind, x1, y1, x2, y2, endX, endY] = segment;
        return [kind, x1 + x, y1 + y, x2 + x, y2 + y, endX + x, endY + y];
      };
      return { rule: shape.rule, segments: shape.segments.map(move) };
    }
    default:
      return shape satisfies never;
  }
}

function radiiOf(
  { isCircle, x, y }: BasicShape & { kind: "ellipse" },
  center: { readonly x: number; readonly y: number },
  box: Rect,
): [x: number, y: number] {
  const sidesX = [Math.abs(center.x - box.x), Math.abs(box.x + box.width - center.x)];
  const sidesY = [Math.abs(center.y - box.y), Math.abs(box.y + box.height - center.y)];
  const radius = (value: typeof x, sides: readonly number[], length: number) => {
    if (typeof value === "object") return Math.max(0, resolvePosition(value, length));
    return value === "closest-side" ? Math.min(...sides) : Math.max(...sides);
  };
  if (!isCircle) return [radius(x, sidesX, box.width), radius(y, sidesY, box.height)];
  const both = radius(x, [...sidesX, ...sidesY], Math.hypot(box.width, box.height) / Math.SQRT2);
  return [both, both];
}

/** Clips a context to a shape. */
export function clipTo(context: CanvasRenderingContext2D, shape: ClipShape): void {
  context.beginPath();
  if ("hole" in shape) {
    const { x, y, width, height } = shape.around;
    context.rect(x, y, width, height);
    traceRoundedRect(context, shape.hole);
    return context.clip("evenodd");
  }
  if ("width" in shape) {
    traceRoundedRect(context, shape);
    return context.clip();
  }
  for (const segment of shape.segments) {
    if (segment[0] === "Z") context.closePath();
    else if (segment[0] === "C") {
      const [, x1, y1, x2, y2, x, y] = segment;
      context.bezierCurveTo(x1, y1, x2, y2, x, y);
    } else {
      const [kind, x, y] = segment;
      if (kind === "M") context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  }
  context.clip(shape.rule);
}

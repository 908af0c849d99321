import type { Style, Transform } from "@placard/templates/scene";
import type { Rect } from "../layout/placed.ts";
import { pixels } from "../layout/boxes/lengths.ts";
import { resolvePosition } from "./resolve-position.ts";
import { snapRect } from "./rounded-rect.ts";

/** An affine transform as the arguments of `context.transform`: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The transform that applies `second` to the result of `first`. */
export function multiply(second: Matrix, first: Matrix): Matrix {
  const [a, b, c, d, e, f] = second;
  const [a2, b2, c2, d2, e2, f2] = first;
  return [
    a * a2 + c * b2,
    b * a2 + d * b2,
    a * c2 + c * d2,
    b * c2 + d * d2,
    a * e2 + c * f2 + e,
    b * e2 + d * f2 + f,
  ];
}

/** The transform of a border box around its origin (CSS Transforms 1, section 3). */
export function transformOf(box: Rect, style: Style, em: number): Matrix {
  const { transform, transformOrigin } = style;
  const { x, y } = snapRect(box); // Chromium transforms about whole pixels, which keeps edges sharp
  const originX = x + resolvePosition(transformOrigin.x, box.width);
  const originY = y + resolvePosition(transformOrigin.y, box.height);
  let matrix: Matrix = [1, 0, 0, 1, originX, originY];
  for (const step of transform) matrix = multiply(matrix, matrixOf(step, box, em));
  return multiply(matrix, [1, 0, 0, 1, -originX, -originY]);
}

function matrixOf(transform: Transform, { width, height }: Rect, em: number): Matrix {
  switch (transform.kind) {
    case "translate":
      return [1, 0, 0, 1, pixels(transform.x, width, em), pixels(transform.y, height, em)];
    case "rotate": {
      const [sin, cos] = [Math.sin(radians(transform.angle)), Math.cos(radians(transform.angle))];
      return [cos, sin, -sin, cos, 0, 0];
    }
    case "scale":
      return [transform.x, 0, 0, transform.y, 0, 0];
    case "skew":
      return [1, Math.tan(radians(transform.y)), Math.tan(radians(transform.x)), 1, 0, 0];
    default:
      return transform satisfies never;
  }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The smallest upright rectangle around a transformed rectangle. */
export function boundsOf(rect: Rect, matrix: Matrix): Rect {
  if (matrix === identity) return rect;
  const { x, y, width, height } = rect;
  const [a, b, c, d, e, f] = matrix;
  const [ax, aw, cy, ch] = [a * x, a * (x + width), c * y, c * (y + height)];
  const [bx, bw, dy, dh] = [b * x, b * (x + width), d * y, d * (y + height)];
  const [left, top] = [Math.min(ax, aw) + Math.min(cy, ch) + e, Math.min(bx, bw) + Math.min(dy, dh) + f];
  const [right, bottom] = [Math.max(ax, aw) + Math.max(cy, ch) + e, Math.max(bx, bw) + Math.max(dy, dh) + f];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Limits of transforms: cairo fails beyond them, and a context does not recover. */
const maxFactor = 1e4;
const maxOffset = 1e8;

/** The inverse of a transform; undefined if it maps everything to a line or a point, or is out of range. */
export function invert(matrix: Matrix): Matrix | undefined {
  if (matrix === identity) return identity;
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  const isInRange = Math.hypot(a, b, c, d) <= maxFactor && Math.hypot(e, f) <= maxOffset;
  if (!isInRange || Math.abs(determinant) < 1e-9) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

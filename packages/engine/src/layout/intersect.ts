import type { Rect } from "./placed.ts";

/** The area that two rectangles share; undefined if there is none. */
export function intersect(a: Rect | undefined, b: Rect): Rect | undefined {
  if (!a) return undefined;
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

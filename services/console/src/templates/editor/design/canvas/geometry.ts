/** In pixels of the card. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Axis = "x" | "y";

/** A line across the card. */
export interface Guide {
  readonly axis: Axis;
  /** The x coordinate of a vertical line, or the y coordinate of a horizontal one. */
  readonly at: number;
}

/** The edges that a handle moves, as compass points. */
export type Handle = "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw";
export const handles: readonly Handle[] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

const gridPx = 8;
/** How near an edge must be to the grid. */
const gridReach = 2;

export const sizeOf = { x: "width", y: "height" } as const;
export const axes: readonly Axis[] = ["x", "y"];

/** The coordinates of the edges and the center of a rectangle. */
export function linesOf(rect: Rect, axis: Axis): readonly number[] {
  const [start, size] = [rect[axis], rect[sizeOf[axis]]];
  return [start, start + size / 2, start + size];
}

export function moveBy(rect: Rect, dx: number, dy: number): Rect {
  return { ...rect, x: rect.x + dx, y: rect.y + dy };
}

/** A rectangle whose edges a handle has moved. It keeps at least one pixel. */
export function resize(rect: Rect, handle: Handle, dx: number, dy: number): Rect {
  const result = { ...rect };
  for (const axis of axes) {
    const by = axis === "x" ? dx : dy;
    const size = sizeOf[axis];
    if (handle.includes(axis === "x" ? "e" : "s")) result[size] = Math.max(1, rect[size] + by);
    if (!handle.includes(axis === "x" ? "w" : "n")) continue;
    result[size] = Math.max(1, rect[size] - by);
    result[axis] = rect[axis] + rect[size] - result[size];
  }
  return result;
}

/** A resized rectangle with the same proportions. Its size follows the edge that has moved the most. */
export function inProportion(before: Rect, after: Rect, handle: Handle): Rect {
  const [x, y] = axes.map((axis) => after[sizeOf[axis]] / before[sizeOf[axis]]) as [number, number];
  const factor = Math.abs(x - 1) > Math.abs(y - 1) ? x : y;
  const result = { ...before, width: before.width * factor, height: before.height * factor };
  if (handle.includes("w")) result.x += before.width - result.width;
  if (handle.includes("n")) result.y += before.height - result.height;
  return result;
}

/**
 * How far to move lines so that one of them is at a target, or else the first one at the 8 px grid.
 * @param reach the farthest target that counts; negative: nothing does
 */
export function snap(
  axis: Axis,
  lines: readonly number[],
  targets: readonly number[],
  reach: number,
): { by: number; guides: Guide[] } {
  if (reach < 0) return { by: 0, guides: [] };
  const distances = lines.flatMap((line) => targets.map((target) => target - line));
  const by = nearest(distances);
  if (by !== undefined && Math.abs(by) <= reach) {
    const reached = new Set(lines.map((line) => line + by));
    const found = targets.filter((target) => [...reached].some((line) => Math.abs(line - target) < 0.01));
    return { by, guides: [...new Set(found)].map((at) => ({ axis, at })) };
  }
  const [first] = lines;
  const toGrid = first === undefined ? 0 : Math.round(first / gridPx) * gridPx - first;
  return { by: Math.abs(toGrid) <= gridReach ? toGrid : 0, guides: [] };
}

function nearest(distances: readonly number[]): number | undefined {
  return distances.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0];
}

/** The style that places a rectangle on a card. */
export function placeOnCard(rect: Rect, card: Pick<Rect, "width" | "height">) {
  const percent = (value: number, of: number) => `${(value / of) * 100}%`;
  return {
    left: percent(rect.x, card.width),
    top: percent(rect.y, card.height),
    width: percent(rect.width, card.width),
    height: percent(rect.height, card.height),
  };
}

/** The smallest rectangle at a point; of equal ones the last, which is within the others or above them. */
export function smallestAt<Box extends Rect>(boxes: readonly Box[], x: number, y: number): Box | undefined {
  return boxes
    .filter((box) => contains(box, x, y))
    .toReversed()
    .toSorted((a, b) => a.width * a.height - b.width * b.height)[0];
}

export function contains({ x, y, width, height }: Rect, atX: number, atY: number): boolean {
  return atX >= x && atY >= y && atX < x + width && atY < y + height;
}

/** Where an element is inserted: before the child with the index, where the line is drawn. */
export interface DropPlace {
  readonly index: number;
  readonly line: Rect;
}

/**
 * The place among the boxes of children that is nearest to a point.
 * @param container the box around them
 */
export function findDropPlace(children: readonly Rect[], container: Rect, x: number, y: number): DropPlace {
  if (children.length === 0) return { index: 0, line: { ...container, width: 3 } };
  const isRow = isRowOf(children);
  const isBefore = (box: Rect) => {
    if (!isRow) return y < box.y + box.height / 2;
    return y < box.y || (y < box.y + box.height && x < box.x + box.width / 2);
  };
  const at = children.findIndex(isBefore);
  const index = at < 0 ? children.length : at;
  const box = children[at < 0 ? children.length - 1 : at]!;
  return { index, line: lineAt(box, isRow ? "x" : "y", at >= 0) };
}

/** The line at the start or the end of a box along an axis. */
export function lineAt({ x, y, width, height }: Rect, axis: Axis, isStart: boolean): Rect {
  return axis === "x"
    ? { x: (isStart ? x : x + width) - 1.5, y, width: 3, height }
    : { x, y: (isStart ? y : y + height) - 1.5, width, height: 3 };
}

/** Whether boxes are beside each other, by the first two. */
export function isRowOf([first, second]: readonly Rect[]): boolean {
  return first !== undefined && second !== undefined && isBeside(first, second);
}

/** Whether two boxes are in one row. */
function isBeside(a: Rect, b: Rect): boolean {
  return Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > Math.min(a.height, b.height) / 2;
}

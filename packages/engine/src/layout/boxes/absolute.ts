import type { LengthOrAuto, Style } from "@placard/templates/scene";
import type { Rect } from "../placed.ts";
import type { Box } from "./box.ts";
import { hasVerticalLines } from "../turned-lines.ts";
import { itemAlignment } from "./alignment.ts";
import type { AxisEdges } from "./edges.ts";
import type { Fragment } from "./fragment.ts";
import { indefinite, isDefinite, names, pixels, snap, type Axis } from "./lengths.ts";

type Alignment = "start" | "center" | "end";

/**
 * Where a box would stand on each axis without absolute positioning: a coordinate, and a point of its margin
 * box. `start` is left and top.
 */
export type StaticPosition = Readonly<Record<Axis, { readonly at: number; readonly alignment: Alignment }>>;

/** The containing block of absolutely positioned boxes: a padding box. */
export interface ContainingBlock extends Rect {
  readonly direction: Style["direction"];
}

/** An absolutely positioned box with the position of its border box. */
interface AbsoluteFragment {
  readonly fragment: Fragment;
  readonly x: number;
  readonly y: number;
}

/** The insets of a box along an axis in pixels; undefined if `auto`. */
interface Insets {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * Lays out an absolutely positioned box in a containing block (CSS 2.2, sections 10.3.7 and 10.6.4; CSS
 * Positioned Layout 3). All coordinates, also of `position`, are relative to the containing block.
 */
export function layOutAbsolute(
  box: Box,
  containing: ContainingBlock,
  position: StaticPosition,
): AbsoluteFragment {
  const { style } = box;
  const edges = box.edges(containing.width);
  const insets = { x: insetsOf(box, "x", containing), y: insetsOf(box, "y", containing) };
  const isAligned = (axis: Axis) => !isStretching(ownAlignment(style, axis));
  /** The size between both insets, for a box without its own size. */
  const stretchedSize = (axis: Axis): number | undefined => {
    const { before, after } = insets[axis];
    const { size } = names[axis];
    const isStretch = style[size] === "stretch";
    if (!isStretch && (box.node?.kind === "image" || style[size] !== "auto")) return undefined;
    if (!isStretch && (before === undefined || after === undefined)) return undefined;
    const available = containing[size] - (before ?? 0) - (after ?? 0) - edges[axis].margins;
    return box.clamp(axis, available, containing);
  };
  const hasHeight = isDefinite(style.height, containing.height);
  const width =
    (isAligned("x") && style.width !== "stretch") || (box.ratio !== undefined && hasHeight)
      ? undefined
      : stretchedSize("x");
  const hasWidth = width !== undefined || style.width !== "auto";
  const height =
    (isAligned("y") && style.height !== "stretch") || (box.ratio !== undefined && hasWidth)
      ? indefinite
      : (stretchedSize("y") ?? indefinite);
  // Lines of vertical text are as long as the insets leave room for.
  const hasRoom = hasVerticalLines(style) && style.height === "auto";
  const around = hasRoom
    ? { ...containing, height: roomFor(containing.height, position.y, insets.y) }
    : containing;
  const fragment = box.layOut(
    around,
    width ?? ownWidth(box, around, position.x, insets.x, height),
    height,
    true,
  );
  const place = (axis: Axis) =>
    resolvePosition({
      axis,
      ...insets[axis],
      edges: edges[axis],
      box,
      size: fragment[names[axis].size],
      containing,
      position: position[axis],
    });
  return { fragment, x: place("x"), y: place("y") };
}

/** Insets that leave less than nothing of the containing block leave nothing. */
function insetsOf({ style, em }: Box, axis: Axis, containing: ContainingBlock): Insets {
  const { start, end, size } = names[axis];
  const base = containing[size];
  const resolve = (inset: LengthOrAuto) => (inset === "auto" ? undefined : pixels(inset, base, em));
  const before = resolve(style.inset[start]);
  const after = resolve(style.inset[end]);
  const isLimited = before !== undefined && after !== undefined;
  return { before, after: isLimited ? Math.min(after, base - before) : after };
}

/** The width of a box that is not stretched between its insets. */
function ownWidth(
  box: Box,
  containing: ContainingBlock,
  position: StaticPosition["x"],
  insets: Insets,
  height: number,
): number {
  if (!shrinksToFit(box, height, containing.height)) return box.usedWidth(containing, true, height);
  const { width: size } = containing;
  const available = roomFor(size, position, insets) - box.edges(size).x.margins;
  return box.clamp("x", box.clampByHeights(box.fitWidth(available, containing), containing), containing);
}

/** What a box can take of the size of its containing block. */
function roomFor(size: number, { at, alignment }: StaticPosition[Axis], { before, after }: Insets): number {
  // The space on both sides of the static position that the box may not take.
  const staticStart = alignment === "start" ? at : alignment === "end" ? 0 : Math.max(0, 2 * at - size);
  const staticEnd = alignment === "end" ? size - at : alignment === "start" ? 0 : Math.max(0, size - 2 * at);
  const start = before ?? (after === undefined ? staticStart : 0);
  const end = after ?? (before === undefined ? staticEnd : 0);
  return size - start - end;
}

function shrinksToFit({ style, ratio, node }: Box, height: number, containingHeight: number): boolean {
  if (style.width === "fit-content") return true;
  if (style.width !== "auto" || node?.kind === "image") return false;
  return ratio === undefined || (height < 0 && !isDefinite(style.height, containingHeight));
}

interface AxisConstraints extends Insets {
  readonly axis: Axis;
  readonly edges: AxisEdges;
  readonly box: Box;
  readonly size: number;
  readonly containing: ContainingBlock;
  readonly position: StaticPosition[Axis];
}

/** The position of the border box along one axis. */
function resolvePosition(constraints: AxisConstraints): number {
  const { axis, before, after, edges, box, size, containing, position } = constraints;
  const { margin } = box.style;
  const alignment = ownAlignment(box.style, axis);
  const { marginStart, marginEnd } = edges;
  const containingSize = containing[names[axis].size];
  const outer = marginStart + size + marginEnd;
  if (before === undefined && after === undefined) {
    const point = position.at + marginStart;
    if (position.alignment === "start") return point;
    return position.alignment === "end" ? point - outer : point - snap(outer / 2);
  }
  if (after === undefined) return (before ?? 0) + marginStart;
  if (before === undefined) return containingSize - after - marginEnd - size;
  const free = containingSize - before - after - outer;
  const isStartAuto = margin[names[axis].start] === "auto";
  const isEndAuto = margin[names[axis].end] === "auto";
  // An over-constrained box keeps its inset at the start of the text.
  const prefersAfter = axis === "x" && containing.direction === "rtl";
  if (isStartAuto && isEndAuto) {
    if (free >= 0 || axis === "y") return before + snap(free / 2);
    return prefersAfter ? before + free : before;
  }
  if (isStartAuto) return before + free;
  const start = before + marginStart;
  if (isEndAuto) return start;
  if (alignment !== "auto" && !isStretching(alignment)) {
    const at = crossAlignment(alignment.position);
    return start + snap(Math.max(0, free) * share(prefersAfter ? opposite(at) : at));
  }
  return prefersAfter ? start + free : start;
}

/** The static position in a block container: at the start of its content box, at a y coordinate. */
export function staticPositionInFlow(
  contentBox: Rect,
  y: number,
  direction: Style["direction"],
): StaticPosition {
  const x =
    direction === "ltr"
      ? ({ at: contentBox.x, alignment: "start" } as const)
      : ({ at: contentBox.x + contentBox.width, alignment: "end" } as const);
  return { x, y: { at: y, alignment: "start" } };
}

/** The static position in a flex container, as if it were its only item (CSS Flexbox 1, section 4.1). */
export function staticPositionInFlex(contentBox: Rect, container: Style, { style }: Box): StaticPosition {
  const isRow = container.flexDirection.startsWith("row");
  const isReverse = container.flexDirection.endsWith("-reverse");
  const isRightToLeft = container.direction === "rtl";
  const isWrapReverse = container.flexWrap === "wrap-reverse";
  const main = justification(container.justifyContent, isReverse);
  const cross = crossAlignment(
    itemAlignment(isRow ? "y" : "x", style.alignSelf, style, container).position,
    isWrapReverse,
  );
  const alignMain = isReverse !== (isRow && isRightToLeft) ? opposite(main) : main;
  const alignCross = isWrapReverse !== (!isRow && isRightToLeft) ? opposite(cross) : cross;
  const alignX = isRow ? alignMain : alignCross;
  const alignY = isRow ? alignCross : alignMain;
  return {
    x: { at: contentBox.x + share(alignX) * contentBox.width, alignment: alignX },
    y: { at: contentBox.y + share(alignY) * contentBox.height, alignment: alignY },
  };
}

/** The static position in a grid container, as if `area` were the only one (CSS Grid 2, section 10.2). */
export function staticPositionInGrid(area: Rect, container: Style, { style }: Box): StaticPosition {
  const along = (axis: Axis) =>
    crossAlignment(itemAlignment(axis, ownAlignment(style, axis), style, container).position);
  const [x, y] = [along("x"), along("y")];
  const alignX = container.direction === "rtl" ? opposite(x) : x;
  return {
    x: { at: area.x + share(alignX) * area.width, alignment: alignX },
    y: { at: area.y + share(y) * area.height, alignment: y },
  };
}

function ownAlignment({ alignSelf, justifySelf }: Style, axis: Axis): Style["alignSelf"] {
  return axis === "x" ? justifySelf : alignSelf;
}

function isStretching(alignment: Style["alignSelf"]): boolean {
  return alignment === "auto" || alignment.position === "normal" || alignment.position === "stretch";
}

/** Where one item stands by `justify-content`, in the direction of the axis. */
function justification({ position }: Style["justifyContent"], isReversed: boolean): Alignment {
  const isCentered = position === "center" || position === "space-around" || position === "space-evenly";
  if (isCentered) return "center";
  if (position === "flex-end") return "end";
  const edge = position === "end" ? "end" : "start";
  return isReversed && position === edge ? opposite(edge) : edge;
}

const endPositions: ReadonlySet<string> = new Set(["end", "flex-end", "self-end"]);

/** Where one item stands by itself. Alone, baselines stand for the start and the end of the text. */
function crossAlignment(position: Style["alignItems"]["position"], isReversed = false): Alignment {
  if (position === "center") return position;
  if (position === "baseline") return isReversed ? "end" : "start";
  if (position === "last baseline") return isReversed ? "start" : "end";
  return endPositions.has(position) ? "end" : "start";
}

function opposite(alignment: Alignment): Alignment {
  if (alignment === "center") return alignment;
  return alignment === "start" ? "end" : "start";
}

function share(alignment: Alignment): number {
  if (alignment === "center") return 0.5;
  return alignment === "start" ? 0 : 1;
}

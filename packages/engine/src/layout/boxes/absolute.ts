import type { LengthOrAuto, Style } from "@placard/templates/scene";
import type { Rect } from "../placed.ts";
import type { Box } from "./box.ts";
import { hasVerticalLines } from "../turned-lines.ts";
import { distributeSpace, isStretching, itemAlignment, sharedBaselineOf } from "./alignment.ts";
import type { AxisEdges } from "./edges.ts";
import type { Fragment } from "./fragment.ts";
import { indefinite, isDefinite, names, pixels, snap, type Axis } from "./lengths.ts";

/**
 * Where a box would stand on each axis without absolute positioning: a coordinate, and a point of its margin
 * box, from 0 for its left or top edge to 1.
 */
export type StaticPosition = Readonly<Record<Axis, { readonly at: number; readonly share: number }>>;

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
  const isAligned = (axis: Axis) => isOwnAlignment(ownAlignment(style, axis));
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
function roomFor(size: number, { at, share }: StaticPosition[Axis], { before, after }: Insets): number {
  // The space on both sides of the static position that the box may not take.
  const staticStart = share === 0 ? at : share === 1 ? 0 : Math.max(0, 2 * at - size);
  const staticEnd = share === 1 ? size - at : share === 0 ? 0 : Math.max(0, size - 2 * at);
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
  if (before === undefined && after === undefined)
    return position.at + marginStart - snap(position.share * outer);
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
  if (isOwnAlignment(alignment)) {
    const share = shareOf(alignment);
    return start + snap(Math.max(0, free) * (prefersAfter ? 1 - share : share));
  }
  return prefersAfter ? start + free : start;
}

/** The static position in a block container: at the start of its content box, at a y coordinate. */
export function staticPositionInFlow(
  contentBox: Rect,
  y: number,
  direction: Style["direction"],
): StaticPosition {
  return pointIn({ ...contentBox, y }, direction === "ltr" ? 0 : 1, 0);
}

/** The static position in a flex container, as if it were its only item (CSS Flexbox 1, section 4.1). */
export function staticPositionInFlex(contentBox: Rect, container: Style, { style }: Box): StaticPosition {
  const isRow = container.flexDirection.startsWith("row");
  const isReverse = container.flexDirection.endsWith("-reverse");
  const isRightToLeft = container.direction === "rtl";
  const isWrapReverse = container.flexWrap === "wrap-reverse";
  const main = distributeSpace(container.justifyContent, 1, 1, isReverse).before;
  const alignment = itemAlignment(isRow ? "y" : "x", style.alignSelf, style, container);
  const cross = shareOf(alignment);
  const isCrossReversed = isWrapReverse && !sharedBaselineOf(alignment);
  const alignMain = isReverse !== (isRow && isRightToLeft) ? 1 - main : main;
  const alignCross = isCrossReversed !== (!isRow && isRightToLeft) ? 1 - cross : cross;
  return isRow ? pointIn(contentBox, alignMain, alignCross) : pointIn(contentBox, alignCross, alignMain);
}

/** The static position in a grid container, as if `area` were the only one (CSS Grid 2, section 10.2). */
export function staticPositionInGrid(area: Rect, container: Style, { style }: Box): StaticPosition {
  const along = (axis: Axis) => shareOf(itemAlignment(axis, ownAlignment(style, axis), style, container));
  const x = along("x");
  return pointIn(area, container.direction === "rtl" ? 1 - x : x, along("y"));
}

function pointIn(area: Rect, x: number, y: number): StaticPosition {
  return {
    x: { at: area.x + x * area.width, share: x },
    y: { at: area.y + y * area.height, share: y },
  };
}

function ownAlignment({ alignSelf, justifySelf }: Style, axis: Axis): Style["alignSelf"] {
  return axis === "x" ? justifySelf : alignSelf;
}

function isOwnAlignment(alignment: Style["alignSelf"]): alignment is Style["alignItems"] {
  return alignment !== "auto" && !isStretching(alignment);
}

const shares: Partial<Record<Style["alignItems"]["position"], number>> = {
  center: 0.5,
  end: 1,
  "flex-end": 1,
  "self-end": 1,
  "last baseline": 1,
};

/** The share of free space before an item that is aligned by itself: baselines are the edges of the text. */
function shareOf({ position }: Style["alignItems"]): number {
  return shares[position] ?? 0;
}

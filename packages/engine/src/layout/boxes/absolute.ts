import type { LengthOrAuto, Style } from "@placard/templates/scene";
import type { Fit } from "../nodes.ts";
import type { Rect } from "../placed.ts";
import type { Box } from "./box.ts";
import type { Fragment } from "./fragment.ts";
import { clamp, indefinite, isDefinite, pixels, snap } from "./lengths.ts";

type Alignment = "start" | "center" | "end";

/**
 * Where a box would stand if it were not absolutely positioned: a point, and which point of its margin box is there.
 * `start` is left and top.
 */
export interface StaticPosition {
  readonly x: number;
  readonly y: number;
  readonly alignX: Alignment;
  readonly alignY: Alignment;
}

/** The containing block of absolutely positioned boxes: a padding box. */
export interface ContainingBlock extends Rect {
  readonly direction: Style["direction"];
}

/** An absolutely positioned box with the position of its border box. */
export interface AbsoluteFragment {
  readonly fragment: Fragment;
  readonly x: number;
  readonly y: number;
}

/**
 * Lays out an absolutely positioned box in a containing block (CSS 2.2, sections 10.3.7 and 10.6.4; CSS Positioned
 * Layout 3). Coordinates are those of the containing block.
 */
export function layOutAbsolute(
  box: Box,
  containing: ContainingBlock,
  position: StaticPosition,
): AbsoluteFragment {
  const { style, fit } = box;
  const edges = box.edges(containing.width);
  const left = inset(style.inset.left, containing.width, fit);
  const right = limitInset(inset(style.inset.right, containing.width, fit), containing.width, left);
  const top = inset(style.inset.top, containing.height, fit);
  const bottom = limitInset(inset(style.inset.bottom, containing.height, fit), containing.height, top);
  const horizontalMargins = edges.marginLeft + edges.marginRight;
  const verticalMargins = edges.marginTop + edges.marginBottom;
  const canStretch = box.node?.kind !== "image";
  const hasHeight = isDefinite(style.height, containing.height);
  const stretchesWidth =
    canStretch &&
    style.width === "auto" &&
    left !== undefined &&
    right !== undefined &&
    !(box.ratio !== undefined && hasHeight);
  const isAligned = style.alignSelf !== "auto" && style.alignSelf !== "stretch";
  const stretchesHeight =
    canStretch &&
    !isAligned &&
    style.height === "auto" &&
    top !== undefined &&
    bottom !== undefined &&
    !(box.ratio !== undefined && (stretchesWidth || style.width !== "auto"));
  let height = indefinite;
  if (stretchesHeight) {
    const vertical = edges.top + edges.bottom;
    height = Math.max(
      vertical,
      clamp(
        containing.height - top - bottom - verticalMargins,
        box.minHeight(containing.height, vertical),
        box.maxHeight(containing.height, vertical),
      ),
    );
  }
  let width: number;
  if (stretchesWidth) {
    width = Math.max(containing.width - left - right - horizontalMargins, edges.left + edges.right);
    width = box.clampWidth(width, containing.width, containing.height);
  } else if (shrinksToFit(box, height, containing.height)) {
    const start = left ?? (right === undefined ? staticStart(position, containing.width) : 0);
    const end = right ?? (left === undefined ? staticEnd(position, containing.width) : 0);
    const available = containing.width - start - end - horizontalMargins;
    width = box.fitWidth(available, containing.width, containing.height);
    width = box.clampWidth(
      box.clampByHeights(width, containing.height, edges),
      containing.width,
      containing.height,
    );
  } else width = box.usedWidth(containing.width, containing.height, true, height);
  const fragment = box.layOut({
    containingWidth: containing.width,
    containingHeight: containing.height,
    width,
    height,
    isHeightDefinite: true,
  });
  return {
    fragment,
    x: resolvePosition({
      before: left,
      after: right,
      marginBefore: edges.marginLeft,
      marginAfter: edges.marginRight,
      isBeforeAuto: style.margin.left === "auto",
      isAfterAuto: style.margin.right === "auto",
      size: fragment.width,
      containingSize: containing.width,
      staticPoint: position.x,
      alignment: position.alignX,
      prefersAfter: containing.direction === "rtl",
      share: undefined,
      centersOverflow: false,
    }),
    y: resolvePosition({
      before: top,
      after: bottom,
      marginBefore: edges.marginTop,
      marginAfter: edges.marginBottom,
      isBeforeAuto: style.margin.top === "auto",
      isAfterAuto: style.margin.bottom === "auto",
      size: fragment.height,
      containingSize: containing.height,
      staticPoint: position.y,
      alignment: position.alignY,
      prefersAfter: false,
      share: isAligned ? share(crossAlignment(style.alignSelf)) : undefined,
      centersOverflow: true,
    }),
  };
}

function inset(length: LengthOrAuto, base: number, fit: Fit | undefined): number | undefined {
  return length === "auto" ? undefined : pixels(length, base, fit);
}

/** Insets that leave less than nothing of the containing block leave nothing. */
function limitInset(after: number | undefined, size: number, before: number | undefined): number | undefined {
  return after === undefined || before === undefined ? after : Math.min(after, size - before);
}

function shrinksToFit({ style, ratio, node }: Box, height: number, containingHeight: number): boolean {
  if (style.width === "fit-content") return true;
  if (style.width !== "auto" || node?.kind === "image") return false;
  return ratio === undefined || (height < 0 && !isDefinite(style.height, containingHeight));
}

/** The space before a static position that the box may not take. */
function staticStart({ x, alignX }: StaticPosition, size: number): number {
  if (alignX === "start") return x;
  return alignX === "end" ? 0 : Math.max(0, 2 * x - size);
}

/** The space after a static position that the box may not take. */
function staticEnd({ x, alignX }: StaticPosition, size: number): number {
  if (alignX === "end") return size - x;
  return alignX === "start" ? 0 : Math.max(0, size - 2 * x);
}

interface AxisConstraints {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly marginBefore: number;
  readonly marginAfter: number;
  readonly isBeforeAuto: boolean;
  readonly isAfterAuto: boolean;
  readonly size: number;
  readonly containingSize: number;
  readonly staticPoint: number;
  readonly alignment: Alignment;
  /** Whether the inset `before` is ignored if the box is over-constrained. */
  readonly prefersAfter: boolean;
  /** The part of the free space before the box if it is aligned between its insets. */
  readonly share: number | undefined;
  /** Whether equal automatic margins may be negative. */
  readonly centersOverflow: boolean;
}

/** The position of the border box along one axis. */
function resolvePosition(axis: AxisConstraints): number {
  const { before, after, marginBefore, marginAfter, size, containingSize } = axis;
  const outer = marginBefore + size + marginAfter;
  if (before === undefined && after === undefined) {
    const point = axis.staticPoint + marginBefore;
    if (axis.alignment === "start") return point;
    return axis.alignment === "end" ? point - outer : point - snap(outer / 2);
  }
  if (after === undefined) return (before ?? 0) + marginBefore;
  if (before === undefined) return containingSize - after - marginAfter - size;
  const free = containingSize - before - after - outer;
  if (axis.isBeforeAuto && axis.isAfterAuto) {
    if (free >= 0 || axis.centersOverflow) return before + snap(free / 2);
    return axis.prefersAfter ? before + free : before;
  }
  if (axis.isBeforeAuto) return before + (axis.centersOverflow ? free : Math.max(0, free));
  if (axis.isAfterAuto) return before + marginBefore;
  if (axis.share !== undefined) return before + marginBefore + snap(Math.max(0, free) * axis.share);
  if (!axis.prefersAfter) return before + marginBefore;
  return before + marginBefore + free;
}

/** The static position in a block container: at the start of its content box, at a y coordinate of the flow. */
export function staticPositionInFlow(
  contentBox: Rect,
  y: number,
  direction: Style["direction"],
): StaticPosition {
  const isLeftToRight = direction === "ltr";
  return {
    x: contentBox.x + (isLeftToRight ? 0 : contentBox.width),
    y,
    alignX: isLeftToRight ? "start" : "end",
    alignY: "start",
  };
}

/** The static position in a flex container: as its only item, with its size as it is (CSS Flexbox 1, section 4.1). */
export function staticPositionInFlex(contentBox: Rect, container: Style, { style }: Box): StaticPosition {
  const isRow = container.flexDirection.startsWith("row");
  const isReverse = container.flexDirection.endsWith("-reverse");
  const isRightToLeft = container.direction === "rtl";
  const isWrapReverse = container.flexWrap === "wrap-reverse";
  const main = justification(container.justifyContent);
  const cross = crossAlignment(style.alignSelf === "auto" ? container.alignItems : style.alignSelf);
  const alignMain = isReverse !== (isRow && isRightToLeft) ? opposite(main) : main;
  const alignCross = isWrapReverse !== (!isRow && isRightToLeft) ? opposite(cross) : cross;
  const alignX = isRow ? alignMain : alignCross;
  const alignY = isRow ? alignCross : alignMain;
  return {
    x: contentBox.x + share(alignX) * contentBox.width,
    y: contentBox.y + share(alignY) * contentBox.height,
    alignX,
    alignY,
  };
}

function justification(alignment: Style["justifyContent"]): Alignment {
  if (alignment === "flex-end") return "end";
  return alignment === "center" || alignment === "space-around" || alignment === "space-evenly"
    ? "center"
    : "start";
}

function crossAlignment(alignment: Style["alignSelf"]): Alignment {
  if (alignment === "flex-end") return "end";
  return alignment === "center" ? "center" : "start";
}

function opposite(alignment: Alignment): Alignment {
  if (alignment === "center") return alignment;
  return alignment === "start" ? "end" : "start";
}

function share(alignment: Alignment): number {
  if (alignment === "center") return 0.5;
  return alignment === "start" ? 0 : 1;
}

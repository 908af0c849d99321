import { lazy } from "@placard/contracts/lazy";
import type { Style } from "@placard/templates/scene";
import type { Box, IntrinsicWidth } from "./box.ts";
import type { Fragment } from "./fragment.ts";
import type { TrackSpan } from "./grid-lines.ts";
import type { GridPosition } from "./grid-placement.ts";
import type { TrackItem } from "./grid-intrinsic-sizes.ts";
import { align, itemAlignment, sharedBaselineOf, type ItemAlignment } from "./alignment.ts";
import { indefinite, isDefinite, names, snap, unknownWidth, type Axis, type Containing } from "./lengths.ts";

/** The sizes of the areas of items along an axis: `indefinite` before the tracks have sizes. */
type AreaSize = (span: TrackSpan) => number;

/** A grid item during layout. Lengths in pixels. */
export class GridItem {
  readonly box: Box;
  readonly span: GridPosition;
  readonly alignment: Readonly<Record<Axis, ItemAlignment>>;
  /** What baseline alignment adds above the item, or below it for its last baseline. */
  baselineShim = 0;

  constructor(box: Box, span: GridPosition, container: Style) {
    const { justifySelf, alignSelf } = box.style;
    this.box = box;
    this.span = span;
    this.alignment = {
      x: itemAlignment("x", justifySelf, box.style, container),
      y: itemAlignment("y", alignSelf, box.style, container),
    };
  }

  private hasAutoMargin(axis: Axis): boolean {
    const { margin } = this.box.style;
    return margin[names[axis].start] === "auto" || margin[names[axis].end] === "auto";
  }

  /** Whether it fills its area along an axis (section 6.2). `isForced`: despite its aspect ratio. */
  private stretches(axis: Axis, isForced: boolean): boolean {
    const { position } = this.alignment[axis];
    if (this.box.style[names[axis].size] !== "auto" || this.hasAutoMargin(axis)) return false;
    return position === "stretch" || (position === "normal" && !isForced && this.box.node?.kind !== "image");
  }

  /** The baseline of its text that it shares with others in its row, if any. */
  get sharedBaseline(): "first" | "last" | undefined {
    return this.hasAutoMargin("y") ? undefined : sharedBaselineOf(this.alignment.y);
  }

  /** Lays out the item in its area; the height may be indefinite. */
  layOut(area: Containing): Fragment {
    const { box } = this;
    const { x, y } = box.edges(area.width);
    const hasRatio = box.ratio !== undefined;
    const fills = (axis: Axis, margins: number) => box.clamp(axis, area[names[axis].size] - margins, area);
    const height = area.height >= 0 && this.stretches("y", hasRatio) ? fills("y", y.margins) : indefinite;
    const isWidthByRatio = hasRatio && (height >= 0 || isDefinite(box.style.height, area.height));
    const width = this.stretches("x", isWidthByRatio)
      ? box.clampByHeights(fills("x", x.margins), area)
      : box.usedWidth(area, true, height);
    return box.layOut(area, width, height);
  }

  /** What it needs of the columns; `heightOf`: of its rows, if known. */
  columnItem(heightOf: AreaSize): TrackItem {
    const { box } = this;
    const containing = unknownWidth(heightOf(this.span.y));
    const { margins, inner } = box.edges(indefinite).x;
    const width = (kind: IntrinsicWidth) => {
      if (this.stretches("y", true) && containing.height >= 0 && box.ratio !== undefined) {
        const height = box.clamp("y", containing.height - box.edges(indefinite).y.margins, containing);
        return box.clamp("x", box.transferredWidth(height, box.edges(indefinite)), containing) + margins;
      }
      return box.contribution(kind, containing.height);
    };
    const minContent = lazy(() => width("min"));
    return {
      ...this.span.x,
      minContent,
      maxContent: lazy(() => width("max")),
      minimum: (isAutomatic, limit) => {
        const { width: ownWidth, minWidth, overflow } = box.style;
        if (isDefinite(ownWidth, indefinite) || (typeof ownWidth === "string" && ownWidth !== "auto"))
          return minContent();
        const least = box.min("x", containing) + margins;
        if (minWidth !== "auto" || overflow === "hidden" || !isAutomatic)
          return Math.max(least, inner + margins);
        return Math.max(Math.min(minContent(), limit), inner + margins);
      },
    };
  }

  /** What it needs of the rows, with the width of its columns. */
  rowItem(widthOf: AreaSize): TrackItem {
    const { box } = this;
    const area = { width: widthOf(this.span.x), height: indefinite };
    const { margins, inner } = box.edges(area.width).y;
    const height = lazy(() => Math.max(0, this.layOut(area).height + margins + this.baselineShim));
    return {
      ...this.span.y,
      minContent: height,
      maxContent: height,
      minimum: (isAutomatic, limit) => {
        const { style } = box;
        if (
          isDefinite(style.height, indefinite) ||
          (typeof style.height === "string" && style.height !== "auto")
        )
          return height();
        const least = box.min("y", area) + margins + this.baselineShim;
        if (style.minHeight !== "auto" || style.overflow === "hidden" || !isAutomatic) return least;
        return Math.max(Math.min(height(), limit), inner + margins);
      },
    };
  }

  /** From the edge of its area to its shared baseline: the top edge, or the bottom edge to the last one. */
  baselineDistance(widthOf: AreaSize): number {
    const area = { width: widthOf(this.span.x), height: indefinite };
    const { edges, firstBaseline, lastBaseline, height } = this.layOut(area);
    if (this.sharedBaseline === "last") return height - (lastBaseline ?? height) + edges.y.marginEnd;
    return edges.y.marginStart + (firstBaseline ?? height);
  }

  /** The offset of its border box from the start of its area. `isReversed`: from right to left. */
  offset(axis: Axis, fragment: Fragment, areaSize: number, isReversed: boolean): number {
    const { start, end, size } = names[axis];
    const edges = fragment.edges[axis];
    const { margin } = this.box.style;
    const free = areaSize - fragment[size] - edges.margins;
    const before = isReversed ? edges.marginEnd : edges.marginStart;
    const [first, last] = isReversed ? [margin[end], margin[start]] : [margin[start], margin[end]];
    if (this.hasAutoMargin(axis)) {
      if (free <= 0 || first !== "auto") return before;
      return before + (last === "auto" ? snap(free / 2) : free);
    }
    if (axis === "y" && this.sharedBaseline)
      return before + (this.sharedBaseline === "first" ? this.baselineShim : free - this.baselineShim);
    return before + snap(align(this.alignment[axis], free));
  }
}

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
    const edges = box.edges(indefinite);
    const width = (kind: IntrinsicWidth) => {
      if (this.stretches("y", true) && containing.height >= 0 && box.ratio !== undefined) {
        const height = box.clamp("y", containing.height - edges.y.margins, containing);
        return box.clamp("x", box.transferredWidth(height, edges), containing) + edges.x.margins;
      }
      return box.contribution(kind, containing.height);
    };
    const minContent = lazy(() => width("min"));
    return {
      ...this.span.x,
      minContent,
      maxContent: lazy(() => width("max")),
      minimum: this.minimum("x", containing, minContent),
    };
  }

  /** What it needs of the rows, with the width of its columns. */
  rowItem(widthOf: AreaSize): TrackItem {
    const { box } = this;
    const area = { width: widthOf(this.span.x), height: indefinite };
    const { margins } = box.edges(area.width).y;
    const height = lazy(() => Math.max(0, this.layOut(area).height + margins + this.baselineShim));
    return {
      ...this.span.y,
      minContent: height,
      maxContent: height,
      minimum: this.minimum("y", area, height),
    };
  }

  /** Its minimum contribution to the tracks of an axis, or its content's where its size depends on that. */
  private minimum(axis: Axis, containing: Containing, content: () => number): TrackItem["minimum"] {
    const { box } = this;
    const { style } = box;
    const { size, min } = names[axis];
    const { margins, inner } = box.edges(containing.width)[axis];
    return (isAutomatic, limit) => {
      const own = style[size];
      if (isDefinite(own, indefinite) || (typeof own === "string" && own !== "auto")) return content();
      if (style[min] === "auto" && style.overflow !== "hidden" && isAutomatic)
        return Math.max(Math.min(content(), limit), inner + margins);
      return box.min(axis, containing) + margins + (axis === "y" ? this.baselineShim : 0);
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

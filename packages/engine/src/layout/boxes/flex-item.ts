import type { Style } from "@placard/templates/scene";
import type { Box } from "./box.ts";
import type { Edges } from "./edges.ts";
import type { Fragment } from "./fragment.ts";
import { clamp, indefinite } from "./lengths.ts";

/** A flex item during the layout of its container. Lengths in pixels; `main` and `cross` sizes are of its border box. */
export class FlexItem {
  readonly box: Box;
  readonly edges: Edges;
  readonly isRow: boolean;
  readonly alignment: Style["alignItems"];
  /** The sum of its margins along each axis; `auto` ones are 0. */
  readonly mainMargins: number;
  readonly crossMargins: number;
  readonly mainPadding: number;
  /** The number of `auto` margins along the main axis. */
  readonly autoMainMargins: number;
  readonly hasAutoCrossMargin: boolean;
  baseSize = 0;
  hypotheticalSize = 0;
  minSize = 0;
  maxSize = Infinity;
  /** The main size in use. */
  size = 0;
  isFrozen = false;
  /** Whether percentages of children may refer to its main size. */
  isMainDefinite = true;
  fragment: Fragment | undefined;
  /** Offsets of the border box from main-start and cross-start. */
  mainPosition = 0;
  crossPosition = 0;
  /** For items in baseline alignment: from the top margin edge to the baseline. */
  ascent = indefinite;

  constructor(box: Box, edges: Edges, isRow: boolean, containerAlignment: Style["alignItems"]) {
    const { alignSelf, margin } = box.style;
    this.box = box;
    this.edges = edges;
    this.isRow = isRow;
    this.alignment = alignSelf === "auto" ? containerAlignment : alignSelf;
    const horizontalMargins = edges.marginLeft + edges.marginRight;
    const verticalMargins = edges.marginTop + edges.marginBottom;
    this.mainMargins = isRow ? horizontalMargins : verticalMargins;
    this.crossMargins = isRow ? verticalMargins : horizontalMargins;
    this.mainPadding = isRow ? edges.left + edges.right : edges.top + edges.bottom;
    const autoHorizontal = Number(margin.left === "auto") + Number(margin.right === "auto");
    const autoVertical = Number(margin.top === "auto") + Number(margin.bottom === "auto");
    this.autoMainMargins = isRow ? autoHorizontal : autoVertical;
    this.hasAutoCrossMargin = (isRow ? autoVertical : autoHorizontal) > 0;
  }

  get outerHypotheticalSize(): number {
    return this.hypotheticalSize + this.mainMargins;
  }

  get outerSize(): number {
    return this.size + this.mainMargins;
  }

  get crossSize(): number {
    const { fragment } = this;
    if (!fragment) return 0;
    return this.isRow ? fragment.height : fragment.width;
  }

  get outerCrossSize(): number {
    return this.crossSize + this.crossMargins;
  }

  /** Sets the flex base size and the limits, and from them the hypothetical main size. */
  setSizes(base: number, min: number, max: number): void {
    this.baseSize = base;
    this.minSize = min;
    this.maxSize = Math.max(min, max);
    this.hypotheticalSize = clamp(base, min, max);
  }
}

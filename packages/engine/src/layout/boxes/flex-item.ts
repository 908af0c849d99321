import type { Style } from "@placard/templates/scene";
import type { Box } from "./box.ts";
import { itemAlignment, sharedBaselineOf, type ItemAlignment } from "./alignment.ts";
import type { Edges } from "./edges.ts";
import type { Fragment } from "./fragment.ts";
import { clamp, names, type Axis } from "./lengths.ts";

/** A flex item during layout. Lengths in pixels; `main` and `cross` sizes are of its border box. */
export class FlexItem {
  readonly box: Box;
  readonly main: Axis;
  readonly cross: Axis;
  readonly edges: Edges;
  readonly alignment: ItemAlignment;
  /** The number of `auto` margins along the main axis. */
  readonly autoMainMargins: number;
  readonly hasAutoCrossMargin: boolean;
  baseSize = 0;
  hypotheticalSize = 0;
  minSize: () => number = () => 0;
  maxSize = Infinity;
  /** The main size in use. */
  size = 0;
  isFrozen = false;
  /** Whether percentages of children may refer to its main size. */
  isMainDefinite = true;
  /** Set before the cross sizes are determined. */
  fragment!: Fragment;
  /** Offsets of the border box from main-start and cross-start. */
  mainPosition = 0;
  crossPosition = 0;
  /** The baseline of its text that it shares with others on its line, if any. */
  readonly sharedBaseline: "first" | "last" | undefined;

  constructor(box: Box, main: Axis, edges: Edges, container: Style) {
    const { alignSelf, margin } = box.style;
    this.box = box;
    this.main = main;
    this.cross = main === "x" ? "y" : "x";
    this.edges = edges;
    const alignment = itemAlignment(this.cross, alignSelf, box.style, container);
    this.alignment = alignment;
    const autoMargins = (axis: Axis) =>
      Number(margin[names[axis].start] === "auto") + Number(margin[names[axis].end] === "auto");
    this.autoMainMargins = autoMargins(this.main);
    this.hasAutoCrossMargin = autoMargins(this.cross) > 0;
    this.sharedBaseline = main === "x" && !this.hasAutoCrossMargin ? sharedBaselineOf(alignment) : undefined;
  }

  /** The sum of the margins along each axis; `auto` ones are 0. */
  get mainMargins(): number {
    return this.edges[this.main].margins;
  }

  get crossMargins(): number {
    return this.edges[this.cross].margins;
  }

  /** The padding and border along the main axis. */
  get mainPadding(): number {
    return this.edges[this.main].inner;
  }

  /** Whether its cross size is stretched to its line (section 8.3). */
  get isStretched(): boolean {
    const isAuto = this.box.style[names[this.cross].size] === "auto";
    const { position } = this.alignment;
    return (position === "stretch" || position === "normal") && !this.hasAutoCrossMargin && isAuto;
  }

  get outerHypotheticalSize(): number {
    return this.hypotheticalSize + this.mainMargins;
  }

  get outerSize(): number {
    return this.size + this.mainMargins;
  }

  get crossSize(): number {
    return this.fragment[names[this.cross].size];
  }

  get outerCrossSize(): number {
    return this.crossSize + this.crossMargins;
  }

  /** From the top margin edge to the shared baseline: the bottom edge if it has no text. */
  get ascent(): number {
    const { fragment } = this;
    const baseline = this.sharedBaseline === "last" ? fragment.lastBaseline : fragment.firstBaseline;
    return this.edges.y.marginStart + (baseline ?? fragment.height);
  }

  /**
   * Sets the flex base size and the limits, and from them the hypothetical main size. `contentMin`: the
   * minimum of an item that is at least as large as its content; it takes long to measure.
   */
  setSizes(base: number, min: number, max: number, contentMin = () => min): void {
    this.baseSize = base;
    this.minSize = contentMin;
    this.maxSize = Math.max(min, max);
    this.hypotheticalSize = clamp(base, min, max);
  }
}

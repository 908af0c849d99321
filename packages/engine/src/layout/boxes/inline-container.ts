import type { Style } from "@placard/templates/scene";
import type { ElementNode, Fit, SceneNode } from "../nodes.ts";
import type { AtomicBox, AtomicSize, InlineFormatter } from "../inline-content.ts";
import type { AtomicFragment, PlacedBox, Rect } from "../placed.ts";
import { Box, type AbsoluteChild, type BoxSource, type IntrinsicWidths } from "./box.ts";
import { distributeSpace } from "./alignment.ts";
import { emptyContent, type Content, type ContentSpace, type Fragment } from "./fragment.ts";
import { indefinite, snap, snapNearest, snapUp } from "./lengths.ts";

interface InlineContent {
  readonly atomics: readonly AtomicChild[];
  readonly formatter: InlineFormatter;
  readonly textStyle: Style;
  readonly fits: readonly Fit[];
  readonly movedBy: MovedNodes;
}

/** The relatively positioned inline elements that move a node with their content. */
type MovedNodes = ReadonlyMap<SceneNode, readonly ElementNode[]>;

/** A block container whose in-flow content is inline (CSS 2.2, section 9.4.2). */
export class InlineContainer extends Box {
  readonly formatter: InlineFormatter;
  /** The style of the element whose text it is, also if the box is anonymous. */
  readonly textStyle: Style;
  /** The fitted font sizes of its text. */
  readonly fits: readonly Fit[];
  /** The relatively positioned inline elements around a node of its content. */
  readonly movedBy: MovedNodes;
  protected readonly usesOwnHeight = this.hasRelativeHeights;
  protected readonly atomics: readonly AtomicChild[];

  constructor(
    source: BoxSource,
    absolutes: readonly AbsoluteChild[],
    { atomics, formatter, textStyle, fits, movedBy }: InlineContent,
  ) {
    super(
      source,
      atomics.map(({ box }) => box),
      absolutes,
    );
    this.atomics = atomics;
    this.formatter = formatter;
    this.textStyle = textStyle;
    this.fits = fits;
    this.movedBy = movedBy;
  }

  protected override contentOffset(free: number): number {
    const { alignContent } = this.style;
    return alignContent.position === "normal"
      ? 0
      : snap(distributeSpace(alignContent, free, 1, false).before);
  }

  /** The length of its lines in a space. */
  lineWidth({ width }: ContentSpace): number {
    return width;
  }

  /** The distance of a line from where it was laid out, in the coordinates of its lines. */
  lineOrigin({ x, y }: Rect, _line: Rect): { readonly x: number; readonly y: number } {
    return { x, y };
  }

  protected override measureContent(percentHeight: number): IntrinsicWidths {
    for (const atomic of this.atomics) atomic.containingHeight = percentHeight;
    const min = snapUp(this.formatter.minContentWidth());
    return { min, max: Math.max(min, snapUp(this.formatter.maxContentWidth())) };
  }

  protected override layOutContent(space: ContentSpace): Content {
    for (const atomic of this.atomics) atomic.containingHeight = space.containing.height;
    const text = this.formatter.layOut(this.lineWidth(space));
    const hasLines = text.lines.length > 0;
    return {
      ...emptyContent,
      height: snapNearest(text.height),
      text,
      firstBaseline: hasLines ? text.firstBaseline : undefined,
      lastBaseline: hasLines ? text.lastBaseline : undefined,
      isEmpty: !hasLines,
    };
  }
}

/** An atomic inline fragment whose box is placed when the position of its line is known. */
export class PendingAtomicFragment implements AtomicFragment {
  readonly kind = "atomic";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The size of its border box at the position of its margin box. */
  readonly fragment: Fragment;

  constructor(x: number, y: number, size: { width: number; height: number }, fragment: Fragment) {
    this.x = x;
    this.y = y;
    this.width = size.width;
    this.height = size.height;
    this.fragment = fragment;
  }

  get box(): PlacedBox {
    throw new Error("An atomic inline box has no position before its line is placed.");
  }
}

/** Where {@link staticMarker} is in a line. */
export class MarkerFragment implements AtomicFragment {
  readonly kind = "atomic";
  readonly x: number;
  readonly y: number;
  readonly width = 0;
  readonly height = 0;

  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }

  get box(): PlacedBox {
    throw new Error("A marker has no box.");
  }
}

/** An atomic box of no size that marks a position in a line. */
export const staticMarker: AtomicBox = {
  containingHeight: indefinite,
  minContentWidth: () => 0,
  maxContentWidth: () => 0,
  layOut: () => {
    return { width: 0, height: 0, baseline: 0, place: (x, y) => new MarkerFragment(x, y) };
  },
};

/** An inline-block, inline-flex or image among inline content. */
export class AtomicChild implements AtomicBox {
  readonly box: Box;
  /** The height that percentages refer to, or the width in turned lines; set before each layout. */
  containingHeight = indefinite;
  /** Whether it is in turned lines: its own content is not turned. */
  private readonly isTurned: boolean;

  constructor(box: Box, isTurned: boolean) {
    this.box = box;
    this.isTurned = isTurned;
  }

  readonly minContentWidth = (): number =>
    this.isTurned ? this.layOut(indefinite).width : this.box.contributions(this.containingHeight).min;
  readonly maxContentWidth = (): number =>
    this.isTurned ? this.layOut(indefinite).width : this.box.contributions(this.containingHeight).max;

  readonly layOut = (containingWidth: number): AtomicSize => {
    if (this.isTurned) return this.layOutTurned(containingWidth);
    const containing = { width: containingWidth, height: this.containingHeight };
    const fragment = this.box.layOut(containing, this.box.usedWidth(containing, true));
    const { x, y } = fragment.edges;
    const size = { width: fragment.width + x.margins, height: fragment.height + y.margins };
    return {
      ...size,
      baseline: y.marginStart + (baselineInLine(fragment) ?? fragment.height + y.marginEnd),
      place: (left, top) => new PendingAtomicFragment(left, top, size, fragment),
    };
  };

  private layOutTurned(lineWidth: number): AtomicSize {
    const containing = { width: this.containingHeight, height: lineWidth };
    const fragment = this.box.layOut(containing, this.box.usedWidth(containing, true));
    const { x, y } = fragment.edges;
    const size = { width: fragment.height + y.margins, height: fragment.width + x.margins };
    return {
      ...size,
      baseline: size.height / 2,
      place: (left, top) => new PendingAtomicFragment(left, top, size, fragment),
    };
  }
}

/** CSS 2.2, section 10.8.1: the last baseline of an inline-block that doesn't clip; otherwise the first. */
function baselineInLine({ box, firstBaseline, lastBaseline }: Fragment): number | undefined {
  const { display, overflow } = box.style;
  if (display !== "inline-block" && display !== "block") return firstBaseline;
  return overflow !== "hidden" ? lastBaseline : undefined;
}

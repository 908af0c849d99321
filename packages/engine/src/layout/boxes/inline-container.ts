import type { ElementNode, Fit, SceneNode, Style } from "@placard/templates/scene";
import type { AtomicBox, AtomicSize, FormatterOf, InlineFormatter } from "../inline-content.ts";
import type { Rect } from "../placed.ts";
import { Box, type AbsoluteChild, type BoxSource, type IntrinsicWidth } from "./box.ts";
import { distributeSpace } from "./alignment.ts";
import { emptyContent, type Content, type ContentSpace, type Fragment } from "./fragment.ts";
import { indefinite, snap, snapNearest, snapUp } from "./lengths.ts";

interface InlineContent {
  readonly atomics: readonly AtomicChild[];
  readonly formatterOf: FormatterOf;
  readonly textStyle: Style;
  readonly fits: readonly Fit[];
  readonly movedBy: MovedNodes;
  readonly isMarker: boolean;
}

/** The relatively positioned inline elements that move a node with their content. */
type MovedNodes = ReadonlyMap<SceneNode, readonly ElementNode[]>;

/** A block container whose in-flow content is inline (CSS 2.2, section 9.4.2). */
export class InlineContainer extends Box {
  /** The style of the element whose text it is, also if the box is anonymous. */
  readonly textStyle: Style;
  /** The fitted font sizes of its text. */
  readonly fits: readonly Fit[];
  /** The relatively positioned inline elements around a node of its content. */
  readonly movedBy: MovedNodes;
  /** Whether it has nothing but list markers outside of the line. */
  readonly isMarker: boolean;
  protected readonly usesOwnHeight = this.hasRelativeHeights;
  protected readonly atomics: readonly AtomicChild[];
  private readonly formatterOf: FormatterOf;

  constructor(
    source: BoxSource,
    absolutes: readonly AbsoluteChild[],
    { atomics, formatterOf, textStyle, fits, movedBy, isMarker }: InlineContent,
  ) {
    super(
      source,
      atomics.map(({ box }) => box),
      absolutes,
    );
    this.atomics = atomics;
    this.formatterOf = formatterOf;
    this.textStyle = textStyle;
    this.fits = fits;
    this.movedBy = movedBy;
    this.isMarker = isMarker;
  }

  /** With the sizes that are in use. */
  get formatter(): InlineFormatter {
    return this.formatterOf(this.sizes);
  }

  protected override contentOffset(free: number): number {
    return snap(distributeSpace(this.style.alignContent, free, 1, false).before);
  }

  /** The length of its lines in a space. */
  lineWidth({ width }: ContentSpace): number {
    return width;
  }

  /** The distance of lines from where they were laid out, in their coordinates. */
  lineOrigin({ x, y }: Rect): { readonly x: number; readonly y: number } {
    return { x, y };
  }

  protected override measureContent(kind: IntrinsicWidth, percentHeight: number): number {
    for (const atomic of this.atomics) atomic.containingHeight = percentHeight;
    const { minContentWidth, maxContentWidth } = this.formatter;
    if (kind === "min") return snapUp(minContentWidth());
    if (this.style.textIndent === 0) return snapUp(maxContentWidth());
    // A negative indent can make the line narrower than one of its words.
    return snapUp(Math.max(minContentWidth(), maxContentWidth()));
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

/** An inline-block, inline-flex or image among inline content. */
export class AtomicChild implements AtomicBox {
  readonly box: Box;
  /** The height that percentages refer to, or the width in turned lines; set before each layout. */
  containingHeight = indefinite;
  /** Whether it is in turned lines: its own content is not turned. */
  private readonly isVertical: boolean;

  constructor(box: Box, isVertical: boolean) {
    this.box = box;
    this.isVertical = isVertical;
  }

  readonly minContentWidth = (): number =>
    this.isVertical ? this.layOut(indefinite).width : this.box.contribution("min", this.containingHeight);
  readonly maxContentWidth = (): number =>
    this.isVertical ? this.layOut(indefinite).width : this.box.contribution("max", this.containingHeight);

  readonly layOut = (containingWidth: number): AtomicSize => {
    const { box, containingHeight, isVertical } = this;
    const containing = isVertical
      ? { width: containingHeight, height: containingWidth }
      : { width: containingWidth, height: containingHeight };
    const fragment = box.layOut(containing, box.usedWidth(containing, true));
    const { x, y } = fragment.edges;
    const [width, height] = [fragment.width + x.margins, fragment.height + y.margins];
    if (isVertical) return { width: height, height: width, baseline: width / 2, fragment };
    const baseline = y.marginStart + (baselineInLine(fragment) ?? fragment.height + y.marginEnd);
    return { width, height, baseline, fragment };
  };
}

/** CSS 2.2, section 10.8.1: the last baseline of an inline-block that doesn't clip; otherwise the first. */
function baselineInLine({ box, firstBaseline, lastBaseline }: Fragment): number | undefined {
  const { display, overflow } = box.style;
  if (display !== "inline-block" && display !== "block") return firstBaseline;
  return overflow !== "hidden" ? lastBaseline : undefined;
}

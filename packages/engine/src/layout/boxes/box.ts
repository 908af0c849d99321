import type { ElementNode, Fit, ImageNode, Length, Size, Style } from "@placard/templates/scene";
import { hasVerticalLines } from "../turned-lines.ts";
import { emOf, largestSizes, type FittedSizes } from "../fitted-sizes.ts";
import type { FormatterOf, Pause } from "../inline-content.ts";
import { hasFixedEdges, resolveEdges, type Edges } from "./edges.ts";
import { noMargins, type Content, type ContentSpace, type Fragment } from "./fragment.ts";
import {
  clamp,
  indefinite,
  isDefinite,
  isRelative,
  names,
  pixels,
  snap,
  unknownWidth,
  type Axis,
  type Containing,
} from "./lengths.ts";

/** The smallest width without overflow, or the width without line breaks. */
export type IntrinsicWidth = "min" | "max";

/** An absolutely positioned child, and where it stands in the flow. */
export interface AbsoluteChild {
  readonly box: Box;
  /** The number of in-flow children before it. */
  readonly after: number;
  /** The inline content around it with a marker where it stands, if its static position is in a line. */
  readonly marked: FormatterOf | undefined;
  /** The nearest positioned inline element around it in the same block. */
  readonly inlineContainer: ElementNode | undefined;
}

export interface BoxSource {
  /** Absent for anonymous boxes. */
  readonly node: ElementNode | ImageNode | undefined;
  readonly style: Style;
  readonly fit: Fit | undefined;
  /** Whether margins of its children do not collapse with its own. */
  readonly isFormattingContext: boolean;
  /** Position in document order. */
  readonly index: number;
}

/** A box of the box tree. Layouts are cached until it gets other fitted sizes. */
export abstract class Box {
  readonly node: ElementNode | ImageNode | undefined;
  readonly style: Style;
  readonly fit: Fit | undefined;
  /** The font size that lengths in `Ems` refer to, in pixels. */
  em: number;
  readonly isFormattingContext: boolean;
  readonly index: number;
  /** In-flow children in document order. */
  readonly children: readonly Box[];
  readonly absolutes: readonly AbsoluteChild[];
  /** Width divided by height. */
  readonly ratio: number | undefined;
  /** Whether its layout depends on the height of its containing block. */
  readonly usesContainingHeight: boolean;
  /** Whether the layout of a child depends on the height of this box. */
  protected readonly hasRelativeHeights: boolean;
  /** The fitted sizes in use. */
  sizes: FittedSizes = largestSizes;
  /** Called after each layout of children, which is kept. */
  pause: Pause = () => {};
  private readonly fixedEdges: Edges | undefined;
  private readonly contents: { readonly space: ContentSpace; readonly content: Content }[] = [];
  private widths: Partial<Record<IntrinsicWidth, { readonly width: number; readonly height: number }>> = {};

  constructor(source: BoxSource, children: readonly Box[], absolutes: readonly AbsoluteChild[]) {
    this.node = source.node;
    this.style = source.style;
    this.fit = source.fit;
    this.em = emOf(source.fit, this.sizes);
    this.isFormattingContext = source.isFormattingContext;
    this.index = source.index;
    this.children = children;
    this.absolutes = absolutes;
    this.ratio = this.style.aspectRatio;
    this.hasRelativeHeights = children.some((child) => child.usesContainingHeight);
    this.usesContainingHeight =
      isRelative(this.style.height) ||
      isRelative(this.style.minHeight) ||
      isRelative(this.style.maxHeight) ||
      (!this.node && this.hasRelativeHeights);
    this.fixedEdges = hasFixedEdges(this.style) ? resolveEdges(this.style, 0, this.em) : undefined;
  }

  protected abstract layOutContent(space: ContentSpace): Content;

  /** Measures the content; `percentHeight` is the height that percentages of children refer to. */
  protected abstract measureContent(kind: IntrinsicWidth, percentHeight: number): number;

  /** Whether the layout of the content depends on the height of the box. */
  protected abstract readonly usesOwnHeight: boolean;

  /** Sets the sizes of the next layouts, and forgets the layouts with other sizes. */
  useSizes(sizes: FittedSizes): void {
    this.sizes = sizes;
    this.em = emOf(this.fit, sizes);
    this.contents.length = 0;
    this.widths = {};
  }

  /** Margins, padding and border in a containing block of a width. */
  edges(containingWidth: number): Edges {
    return this.fixedEdges ?? resolveEdges(this.style, Math.max(0, containingWidth), this.em);
  }

  /**
   * Lays out the box with a width of its border box. `forcedHeight`: if the parent determines it;
   * `isForcedDefinite`: whether percentages may refer to it.
   */
  layOut(
    containing: Containing,
    width: number,
    forcedHeight = indefinite,
    isForcedDefinite = forcedHeight >= 0,
  ): Fragment {
    const edges = this.edges(containing.width);
    const vertical = edges.y.inner;
    const isForced = forcedHeight >= 0;
    const minHeight = this.min("y", containing);
    const maxHeight = this.max("y", containing);
    let ownHeight = isForced ? forcedHeight : this.definiteHeight(containing, width);
    if (!isForced && ownHeight >= 0 && this.growsWithContent()) {
      const maxWidth = this.max("x", containing);
      const limit =
        maxWidth === Infinity ? maxHeight : Math.min(maxHeight, this.byRatio("y", maxWidth, edges));
      ownHeight = Math.max(ownHeight, Math.min(this.contentHeight(containing, width), limit));
    }
    if (ownHeight >= 0) ownHeight = this.clampToContent(ownHeight, containing, width);
    const isDefiniteHeight = isForced ? isForcedDefinite : ownHeight >= 0;
    const space = this.contentSpace(containing, width, ownHeight, isDefiniteHeight);
    const content = this.content(space);
    const neededHeight = content.height + vertical;
    let height = ownHeight;
    if (height < 0) {
      // A minimum by keyword (`min-content` …) is the height of the content.
      const least = isContentSize(this.style.minHeight) ? neededHeight : minHeight;
      height = Math.max(vertical, clamp(neededHeight, least, maxHeight));
    }
    const contentOffset = this.contentOffset(Math.max(0, height - vertical) - content.height);
    const toBorderBox = (baseline: number | undefined) =>
      baseline === undefined ? undefined : baseline + edges.y.start + contentOffset;
    const collapsesTop = !this.isFormattingContext && edges.y.start === 0;
    const collapsesBottom =
      !this.isFormattingContext && edges.y.end === 0 && ownHeight < 0 && height === neededHeight;
    const collapsesThrough = collapsesTop && edges.y.end === 0 && content.isEmpty && height === 0;
    return {
      box: this,
      edges,
      width,
      height,
      neededHeight,
      content,
      space,
      contentOffset,
      firstBaseline: toBorderBox(content.firstBaseline),
      lastBaseline: toBorderBox(content.lastBaseline),
      topMargins: collapsesTop ? content.topMargins : noMargins,
      bottomMargins: collapsesBottom && !content.isEmpty ? content.bottomMargins : noMargins,
      collapsesThrough,
    };
  }

  /** The space for the content of a border box, whose height may be indefinite. */
  protected contentSpace(
    containing: Containing,
    outerWidth: number,
    outerHeight: number,
    isDefiniteHeight: boolean,
  ): ContentSpace {
    const edges = this.edges(containing.width);
    const vertical = edges.y.inner;
    const width = Math.max(0, outerWidth - edges.x.inner);
    const height = outerHeight >= 0 ? Math.max(0, outerHeight - vertical) : indefinite;
    const percentHeight = isDefiniteHeight ? height : indefinite;
    return {
      width,
      height,
      // In anonymous boxes, percentages refer to the element around them (CSS 2.2, section 9.2.1.1).
      containing: { width, height: this.node ? percentHeight : containing.height },
      minHeight: Math.max(0, this.min("y", containing) - vertical),
      maxHeight: Math.max(0, this.max("y", containing) - vertical),
      edges,
    };
  }

  /** The height of the border box that the content needs, as if its own height were `auto`. */
  contentHeight(containing: Containing, width: number): number {
    const space = this.contentSpace(containing, width, indefinite, false);
    return this.content(space).height + space.edges.y.inner;
  }

  /** The smallest or largest height of the border box; both are the same unless the height is that of lines. */
  intrinsicHeight(_kind: IntrinsicWidth, containing: Containing, width: number): number {
    return this.contentHeight(containing, width);
  }

  /** Applies a minimum and a maximum height by keyword (`max-content` …) to a height. */
  private clampToContent(height: number, containing: Containing, width: number): number {
    const { minHeight, maxHeight } = this.style;
    const needed = (limit: Size | "none") =>
      isContentSize(limit) ? this.contentHeight(containing, width) : undefined;
    return Math.max(Math.min(height, needed(maxHeight) ?? height), needed(minHeight) ?? 0);
  }

  /** `align-content` of block containers, whose content is one item (CSS Box Alignment 3, section 5.1.1). */
  protected contentOffset(_free: number): number {
    return 0;
  }

  private content(space: ContentSpace): Content {
    const known = this.contents.find(
      (each) => each.space.width === space.width && this.hasSameHeights(each.space, space),
    );
    if (known) return known.content;
    const content = this.layOutContent(space);
    this.contents.push({ space, content });
    if (this.children.length > 0) this.pause();
    return content;
  }

  private hasSameHeights(a: ContentSpace, b: ContentSpace): boolean {
    if (!this.usesOwnHeight) return true;
    return (
      a.height === b.height &&
      a.containing.height === b.containing.height &&
      (a.height >= 0 || (a.minHeight === b.minHeight && a.maxHeight === b.maxHeight))
    );
  }

  /** A size of the box-sizing box as a size of the border box. */
  borderBox(size: number, paddingAndBorder: number): number {
    return this.style.boxSizing === "border-box"
      ? Math.max(size, paddingAndBorder)
      : Math.max(0, size) + paddingAndBorder;
  }

  /** The height of the border box if it does not depend on the content; clamped. */
  definiteHeight(containing: Containing, width: number): number {
    const height = this.definiteSize("y", this.style.height, containing);
    if (height !== undefined) return this.clamp("y", height, containing);
    if (this.ratio === undefined || width < 0) return indefinite;
    return this.clamp("y", this.byRatio("y", width, this.edges(containing.width)), containing);
  }

  /** A length of the box-sizing box as a size of the border box. */
  resolve(axis: Axis, length: Length, containing: Containing): number {
    const { inner } = this.edges(containing.width)[axis];
    return this.borderBox(pixels(length, Math.max(0, containing[names[axis].size]), this.em), inner);
  }

  /** A size as that of the border box; undefined if it needs an unknown size, or is the height of the content. */
  definiteSize(axis: Axis, size: Size | "none" | "content", containing: Containing): number | undefined {
    const available = containing[names[axis].size];
    if (isDefinite(size, available)) return this.resolve(axis, size, containing);
    if (size === "stretch" && available >= 0) return this.stretchedSize(axis, containing);
    return axis === "x" && isContentSize(size) ? this.keywordWidth(size, containing) : undefined;
  }

  /** The minimum size of the border box; 0 for `auto`, keywords and percentages of an unknown size. */
  min(axis: Axis, containing: Containing): number {
    const min = this.definiteSize(axis, this.style[names[axis].min], containing);
    return min ?? this.edges(containing.width)[axis].inner;
  }

  /** The maximum size of the border box; infinite where `min` is none. */
  max(axis: Axis, containing: Containing): number {
    return this.definiteSize(axis, this.style[names[axis].max], containing) ?? Infinity;
  }

  /** The size of the border box whose margin box fills the containing block. */
  stretchedSize(axis: Axis, containing: Containing): number {
    const { margins, inner } = this.edges(containing.width)[axis];
    return Math.max(inner, containing[names[axis].size] - margins);
  }

  /** Clamps a size of the border box to its minimum and maximum. */
  clamp(axis: Axis, size: number, containing: Containing): number {
    return clamp(size, this.min(axis, containing), this.max(axis, containing));
  }

  /** CSS Sizing 4, section 6.2.1: the automatic minimum height of boxes with an aspect ratio. */
  private growsWithContent(): boolean {
    const { height, minHeight, overflow } = this.style;
    return (
      this.ratio !== undefined &&
      typeof height === "string" &&
      minHeight === "auto" &&
      overflow !== "hidden" &&
      this.hasAutomaticMinimum
    );
  }

  /** Whether content may enlarge a box with an aspect ratio. */
  protected get hasAutomaticMinimum(): boolean {
    return true;
  }

  /** Whether the aspect ratio applies to the border box, not to the content box. */
  protected get isBorderBoxRatio(): boolean {
    return this.style.boxSizing === "border-box";
  }

  /** The automatic width of the border box by the aspect ratio: at least the min-content width. */
  transferredWidth(height: number, edges: Edges): number {
    const width = this.byRatio("x", height, edges);
    const { minWidth, overflow } = this.style;
    if (minWidth !== "auto" || overflow !== "visible" || !this.hasAutomaticMinimum) return width;
    return Math.max(width, this.measureContent("min", Math.max(0, height - edges.y.inner)) + edges.x.inner);
  }

  /** The size of the border box along an axis that follows from the other size by the aspect ratio. */
  byRatio(axis: Axis, other: number, edges: Edges): number {
    const ratio = this.ratio ?? 1;
    const convert = (size: number) => snap(axis === "x" ? size * ratio : size / ratio);
    const { inner } = edges[axis];
    if (this.isBorderBoxRatio) return Math.max(convert(other), inner);
    return convert(Math.max(0, other - edges[axis === "x" ? "y" : "x"].inner)) + inner;
  }

  /**
   * The used width of the border box. An automatic width fills the containing block, or shrinks to fit the
   * content. `height`: the height of the border box if the parent determines it.
   */
  usedWidth(containing: Containing, isShrinkToFit: boolean, height = indefinite): number {
    const { width } = this.style;
    return this.clamp(
      "x",
      isDefinite(width, containing.width)
        ? this.resolve("x", width, containing)
        : width === "auto"
          ? this.automaticWidth(containing, isShrinkToFit, height)
          : this.keywordWidth(width, containing),
      containing,
    );
  }

  /** The width of the border box if `width` is `auto`, before `min-width` and `max-width`. */
  automaticWidth(containing: Containing, isShrinkToFit: boolean, height: number): number {
    const edges = this.edges(containing.width);
    if (this.ratio !== undefined) {
      const ownHeight = height >= 0 ? height : this.definiteHeight(containing, indefinite);
      if (ownHeight >= 0) return this.transferredWidth(ownHeight, edges);
    }
    const available = containing.width - edges.x.margins;
    const isVertical = hasVerticalLines(this.style);
    const width =
      isShrinkToFit || isVertical
        ? this.fitWidth(available, containing, isVertical ? height : indefinite)
        : Math.max(available, edges.x.inner);
    return this.clampByHeights(width, containing);
  }

  /** CSS Sizing 4, section 6.2: the limits of the height apply to the width through the aspect ratio. */
  clampByHeights(width: number, containing: Containing): number {
    if (this.ratio === undefined) return width;
    const edges = this.edges(containing.width);
    const max = this.max("y", containing);
    const min = this.min("y", containing);
    const clamped = max === Infinity ? width : Math.min(width, this.byRatio("x", max, edges));
    return min > edges.y.inner ? Math.max(clamped, this.byRatio("x", min, edges)) : clamped;
  }

  /** The shrink-to-fit width of the border box. */
  fitWidth(available: number, containing: Containing, height = indefinite): number {
    const max = this.borderBoxWidth("max", containing, height);
    return max <= available
      ? max
      : Math.min(Math.max(this.borderBoxWidth("min", containing, height), available), max);
  }

  /** An intrinsic width of the border box, by its content. `height`: if the parent determines it. */
  borderBoxWidth(kind: IntrinsicWidth, containing: Containing, height = indefinite): number {
    return this.contentWidth(kind, containing.height, height) + this.edges(containing.width).x.inner;
  }

  /** The width of the border box that a keyword stands for. */
  keywordWidth(size: Size | "content", containing: Containing): number {
    if (size === "min-content") return this.borderBoxWidth("min", containing);
    if (size === "max-content") return this.borderBoxWidth("max", containing);
    if (size === "stretch" && containing.width >= 0) return this.stretchedSize("x", containing);
    return this.fitWidth(containing.width - this.edges(containing.width).x.margins, containing);
  }

  /** An intrinsic width of the content box, without its `width`. */
  contentWidth(kind: IntrinsicWidth, containingHeight: number, height = indefinite): number {
    const isForced = height >= 0 && this.hasRelativeHeights;
    const ownHeight = isForced ? height : this.definiteHeight(unknownWidth(containingHeight), indefinite);
    const known = this.widths[kind];
    if (known?.height === ownHeight) return known.width;
    const edges = this.edges(indefinite);
    const width =
      this.ratio !== undefined && ownHeight >= 0
        ? this.transferredWidth(ownHeight, edges) - edges.x.start - edges.x.end
        : this.measureContent(kind, ownHeight < 0 ? indefinite : Math.max(0, ownHeight - edges.y.inner));
    this.widths[kind] = { width, height: ownHeight };
    if (this.children.length > 0) this.pause();
    return width;
  }

  /**
   * What the margin box contributes to an intrinsic width of its container (CSS Sizing 3, section 5.2).
   * Percentages are treated as `auto`, but as 0 in margins and padding.
   */
  contribution(kind: IntrinsicWidth, containingHeight: number): number {
    const { style } = this;
    const containing = unknownWidth(containingHeight);
    const { margins, inner } = this.edges(indefinite).x;
    let width: number;
    if (isDefinite(style.width, indefinite)) width = this.resolve("x", style.width, containing);
    else {
      const own = style.width === "min-content" ? "min" : style.width === "max-content" ? "max" : kind;
      width = this.contentWidth(own, containingHeight) + inner;
      if (style.width === "auto") width = this.clampByHeights(width, containing);
    }
    return this.clamp("x", width, containing) + margins;
  }

  /** Resolves a gap or similar length of its style. */
  protected length(length: Length, base: number): number {
    return pixels(length, Math.max(0, base), this.em);
  }
}

export function isContentSize(
  size: Size | "none" | "content",
): size is "min-content" | "max-content" | "fit-content" {
  return size === "min-content" || size === "max-content" || size === "fit-content";
}

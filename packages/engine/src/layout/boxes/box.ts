import type { Length, Size, Style } from "@placard/templates/scene";
import type { ElementNode, Fit, ImageNode } from "../nodes.ts";
import type { InlineFormatter } from "../inline-content.ts";
import { hasFixedEdges, resolveEdges, type Edges } from "./edges.ts";
import { noMargins, type Content, type ContentSpace, type Fragment, type Space } from "./fragment.ts";
import { clamp, indefinite, isDefinite, isPercent, pixels, snap } from "./lengths.ts";

/** The smallest width without overflow and the width without line breaks, in pixels. */
export interface IntrinsicWidths {
  readonly min: number;
  readonly max: number;
}

/** An absolutely positioned child, and where it stands in the flow. */
export interface AbsoluteChild {
  readonly box: Box;
  /** The number of in-flow children before it. */
  readonly after: number;
  /** The inline content around it with a marker where it stands, if its static position is in a line. */
  readonly marked: InlineFormatter | undefined;
  /** The nearest positioned inline element around it in the same block. */
  readonly inlineContainer: ElementNode | undefined;
}

/** What a box is created from. */
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

/** A box of the box tree. Layouts are cached until `invalidate` is called. */
export abstract class Box {
  readonly node: ElementNode | ImageNode | undefined;
  readonly style: Style;
  readonly fit: Fit | undefined;
  readonly isFormattingContext: boolean;
  readonly index: number;
  /** In-flow children in document order. */
  readonly children: readonly Box[];
  readonly absolutes: readonly AbsoluteChild[];
  /** Width divided by height. */
  readonly ratio: number | undefined;
  /** Whether its layout depends on the height of its containing block. */
  readonly usesContainingHeight: boolean;
  private readonly fixedEdges: Edges | undefined;
  private readonly spaces: Space[] = [];
  private readonly fragments: Fragment[] = [];
  private readonly contents: Content[] = [];
  private readonly contentSpaces: ContentSpace[] = [];
  private widths: IntrinsicWidths | undefined;
  private widthsHeight = indefinite;

  constructor(source: BoxSource, children: readonly Box[], absolutes: readonly AbsoluteChild[]) {
    this.node = source.node;
    this.style = source.style;
    this.fit = source.fit;
    this.isFormattingContext = source.isFormattingContext;
    this.index = source.index;
    this.children = children;
    this.absolutes = absolutes;
    this.ratio = this.style.aspectRatio;
    this.usesContainingHeight =
      isPercent(this.style.height) ||
      isPercent(this.style.minHeight) ||
      isPercent(this.style.maxHeight) ||
      (!this.node && children.some((child) => child.usesContainingHeight));
    this.fixedEdges = hasFixedEdges(this.style) ? resolveEdges(this.style, 0, this.fit) : undefined;
  }

  /** Lays out the content. */
  protected abstract layOutContent(space: ContentSpace): Content;

  /** Measures the content; `percentHeight` is the height that percentages of children refer to. */
  protected abstract measureContent(percentHeight: number): IntrinsicWidths;

  /** Whether the layout of the content depends on the height of the box. */
  protected abstract readonly usesOwnHeight: boolean;

  /** Forgets cached layouts because a fitted font size has changed. */
  invalidate(): void {
    this.spaces.length = 0;
    this.fragments.length = 0;
    this.contents.length = 0;
    this.contentSpaces.length = 0;
    this.widths = undefined;
  }

  /** Margins, padding and border in a containing block of a width. */
  edges(containingWidth: number): Edges {
    return this.fixedEdges ?? resolveEdges(this.style, Math.max(0, containingWidth), this.fit);
  }

  /** Lays out the box. The same space gives the same fragment. */
  layOut(space: Space): Fragment {
    const { spaces } = this;
    for (let i = 0; i < spaces.length; i++) {
      const known = spaces[i];
      if (known && this.isSameSpace(known, space)) return this.fragments[i] as Fragment;
    }
    const fragment = this.createFragment(space);
    spaces.push(space);
    this.fragments.push(fragment);
    return fragment;
  }

  private isSameSpace(a: Space, b: Space): boolean {
    return (
      a.width === b.width &&
      a.height === b.height &&
      a.isHeightDefinite === b.isHeightDefinite &&
      (this.fixedEdges !== undefined || a.containingWidth === b.containingWidth) &&
      (!this.usesContainingHeight || a.containingHeight === b.containingHeight)
    );
  }

  private createFragment(space: Space): Fragment {
    const edges = this.edges(space.containingWidth);
    const horizontal = edges.left + edges.right;
    const vertical = edges.top + edges.bottom;
    const isForced = space.height >= 0;
    const minHeight = this.minHeight(space.containingHeight, vertical);
    const maxHeight = this.maxHeight(space.containingHeight, vertical);
    const ownHeight = isForced
      ? space.height
      : this.definiteHeight(space.containingHeight, space.width, edges);
    const isDefiniteHeight = isForced ? space.isHeightDefinite : ownHeight >= 0;
    const contentSpace: ContentSpace = {
      width: Math.max(0, space.width - horizontal),
      height: ownHeight >= 0 ? Math.max(0, ownHeight - vertical) : indefinite,
      percentHeight: this.percentHeight(
        space,
        isDefiniteHeight ? Math.max(0, ownHeight - vertical) : indefinite,
      ),
      minHeight: Math.max(0, minHeight - vertical),
      maxHeight: Math.max(0, maxHeight - vertical),
      edges,
    };
    const content = this.content(contentSpace);
    const neededHeight = content.height + vertical;
    let height = ownHeight;
    if (height < 0) {
      height = Math.max(vertical, clamp(neededHeight, this.minHeightOr(minHeight, neededHeight), maxHeight));
    } else if (!isForced && this.growsWithContent())
      height = Math.max(height, Math.min(neededHeight, maxHeight));
    const collapsesTop = !this.isFormattingContext && edges.top === 0;
    const collapsesBottom =
      !this.isFormattingContext && edges.bottom === 0 && ownHeight < 0 && height === neededHeight;
    const collapsesThrough = collapsesTop && edges.bottom === 0 && content.isEmpty && height === 0;
    return {
      box: this,
      edges,
      width: space.width,
      height,
      neededHeight,
      content,
      space: contentSpace,
      firstBaseline: content.firstBaseline === undefined ? undefined : content.firstBaseline + edges.top,
      lastBaseline: content.lastBaseline === undefined ? undefined : content.lastBaseline + edges.top,
      topMargins: collapsesTop ? content.topMargins : noMargins,
      bottomMargins: collapsesBottom && !content.isEmpty ? content.bottomMargins : noMargins,
      collapsesThrough,
    };
  }

  /** Percentages in anonymous boxes refer to the height of the element around them (CSS 2.2, section 9.2.1.1). */
  private percentHeight(space: Space, height: number): number {
    return this.node ? height : space.containingHeight;
  }

  private content(space: ContentSpace): Content {
    const { contentSpaces } = this;
    for (let i = 0; i < contentSpaces.length; i++) {
      const known = contentSpaces[i];
      if (known && known.width === space.width && this.hasSameHeights(known, space)) {
        return this.contents[i] as Content;
      }
    }
    const content = this.layOutContent(space);
    contentSpaces.push(space);
    this.contents.push(content);
    return content;
  }

  private hasSameHeights(a: ContentSpace, b: ContentSpace): boolean {
    if (!this.usesOwnHeight) return true;
    return (
      a.height === b.height &&
      a.percentHeight === b.percentHeight &&
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
  definiteHeight(containingHeight: number, width: number, edges: Edges): number {
    const { style } = this;
    const vertical = edges.top + edges.bottom;
    let height = indefinite;
    if (isDefinite(style.height, containingHeight)) {
      height = this.borderBox(pixels(style.height, containingHeight, this.fit), vertical);
    } else if (this.ratio !== undefined && width >= 0) height = this.heightFromWidth(width, edges);
    if (height < 0) return height;
    return clamp(
      height,
      this.minHeight(containingHeight, vertical),
      this.maxHeight(containingHeight, vertical),
    );
  }

  /** The minimum height of the border box; `auto` and percentages of an unknown height are none. */
  minHeight(containingHeight: number, vertical: number): number {
    const { minHeight } = this.style;
    if (!isDefinite(minHeight, containingHeight)) return vertical;
    return this.borderBox(pixels(minHeight, containingHeight, this.fit), vertical);
  }

  /** The maximum height of the border box. */
  maxHeight(containingHeight: number, vertical: number): number {
    const { maxHeight } = this.style;
    if (!isDefinite(maxHeight, containingHeight)) return Infinity;
    return this.borderBox(pixels(maxHeight, containingHeight, this.fit), vertical);
  }

  /** `min-height` by keyword (`min-content` …) is the height of the content. */
  private minHeightOr(minHeight: number, neededHeight: number): number {
    return isContentSize(this.style.minHeight) ? neededHeight : minHeight;
  }

  /** CSS Sizing 4, section 6.2.1: the automatic minimum height of boxes with an aspect ratio. */
  private growsWithContent(): boolean {
    const { height, minHeight, overflow } = this.style;
    return (
      this.ratio !== undefined &&
      typeof height === "string" &&
      minHeight === "auto" &&
      overflow === "visible" &&
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
    const width = this.widthFromHeight(height, edges);
    const { minWidth, overflow } = this.style;
    if (minWidth !== "auto" || overflow !== "visible" || !this.hasAutomaticMinimum) return width;
    const content = this.measureContent(Math.max(0, height - edges.top - edges.bottom));
    return Math.max(width, content.min + edges.left + edges.right);
  }

  /** The height of the border box by the aspect ratio. */
  heightFromWidth(width: number, edges: Edges): number {
    const ratio = this.ratio ?? 1;
    const vertical = edges.top + edges.bottom;
    if (this.isBorderBoxRatio) return Math.max(snap(width / ratio), vertical);
    return snap(Math.max(0, width - edges.left - edges.right) / ratio) + vertical;
  }

  /** The width of the border box by the aspect ratio. */
  widthFromHeight(height: number, edges: Edges): number {
    const ratio = this.ratio ?? 1;
    const horizontal = edges.left + edges.right;
    if (this.isBorderBoxRatio) return Math.max(snap(height * ratio), horizontal);
    return snap(Math.max(0, height - edges.top - edges.bottom) * ratio) + horizontal;
  }

  /**
   * The used width of the border box. An automatic width fills the containing block, or shrinks to fit the content.
   * `height`: the height of the border box if the parent determines it.
   */
  usedWidth(
    containingWidth: number,
    containingHeight: number,
    isShrinkToFit: boolean,
    height = indefinite,
  ): number {
    const edges = this.edges(containingWidth);
    const { style } = this;
    let width: number;
    if (isDefinite(style.width, containingWidth)) {
      width = this.borderBox(pixels(style.width, containingWidth, this.fit), edges.left + edges.right);
    } else if (style.width === "auto") {
      width = this.automaticWidth(containingWidth, containingHeight, isShrinkToFit, height);
    } else width = this.keywordWidth(style.width, containingWidth, containingHeight);
    return this.clampWidth(width, containingWidth, containingHeight);
  }

  /** The width of the border box if `width` is `auto`, before `min-width` and `max-width`. */
  automaticWidth(
    containingWidth: number,
    containingHeight: number,
    isShrinkToFit: boolean,
    height: number,
  ): number {
    const edges = this.edges(containingWidth);
    if (this.ratio !== undefined) {
      const ownHeight = height >= 0 ? height : this.definiteHeight(containingHeight, indefinite, edges);
      if (ownHeight >= 0) return this.transferredWidth(ownHeight, edges);
    }
    const available = containingWidth - edges.marginLeft - edges.marginRight;
    const width = isShrinkToFit
      ? this.fitWidth(available, containingWidth, containingHeight)
      : Math.max(available, edges.left + edges.right);
    return this.clampByHeights(width, containingHeight, edges);
  }

  /** CSS Sizing 4, section 6.2: the limits of the height apply to the width through the aspect ratio. */
  clampByHeights(width: number, containingHeight: number, edges: Edges): number {
    if (this.ratio === undefined) return width;
    const vertical = edges.top + edges.bottom;
    const max = this.maxHeight(containingHeight, vertical);
    const min = this.minHeight(containingHeight, vertical);
    const clamped = max === Infinity ? width : Math.min(width, this.widthFromHeight(max, edges));
    return min > vertical ? Math.max(clamped, this.widthFromHeight(min, edges)) : clamped;
  }

  /** The shrink-to-fit width of the border box. */
  fitWidth(available: number, containingWidth: number, containingHeight: number): number {
    const { min, max } = this.borderBoxWidths(containingWidth, containingHeight);
    return Math.min(Math.max(min, available), max);
  }

  /** Intrinsic widths of the border box, by its content. */
  borderBoxWidths(containingWidth: number, containingHeight: number): IntrinsicWidths {
    const edges = this.edges(containingWidth);
    const { min, max } = this.contentWidths(containingHeight);
    const horizontal = edges.left + edges.right;
    return { min: min + horizontal, max: max + horizontal };
  }

  protected keywordWidth(size: Size, containingWidth: number, containingHeight: number): number {
    const edges = this.edges(containingWidth);
    const { min, max } = this.borderBoxWidths(containingWidth, containingHeight);
    if (size === "min-content") return min;
    if (size === "max-content") return max;
    const available = containingWidth - edges.marginLeft - edges.marginRight;
    return Math.min(Math.max(min, available), max);
  }

  /** Clamps the width of the border box to `min-width` and `max-width`. */
  clampWidth(width: number, containingWidth: number, containingHeight: number): number {
    return clamp(
      width,
      this.minWidth(containingWidth, containingHeight),
      this.maxWidth(containingWidth, containingHeight),
    );
  }

  /** The minimum width of the border box; `auto` is none. */
  minWidth(containingWidth: number, containingHeight: number): number {
    const { minWidth } = this.style;
    const { left, right } = this.edges(containingWidth);
    if (isDefinite(minWidth, containingWidth)) {
      return this.borderBox(pixels(minWidth, containingWidth, this.fit), left + right);
    }
    if (isContentSize(minWidth)) return this.keywordWidth(minWidth, containingWidth, containingHeight);
    return left + right;
  }

  /** The maximum width of the border box. */
  maxWidth(containingWidth: number, containingHeight: number): number {
    const { maxWidth } = this.style;
    if (maxWidth === "none") return Infinity;
    if (isDefinite(maxWidth, containingWidth)) {
      const { left, right } = this.edges(containingWidth);
      return this.borderBox(pixels(maxWidth, containingWidth, this.fit), left + right);
    }
    return isContentSize(maxWidth)
      ? this.keywordWidth(maxWidth, containingWidth, containingHeight)
      : Infinity;
  }

  /** Intrinsic widths of the content box, without its `width`. */
  contentWidths(containingHeight: number): IntrinsicWidths {
    const height = this.usesContainingHeight ? containingHeight : indefinite;
    if (this.widths && this.widthsHeight === height) return this.widths;
    const edges = this.edges(0);
    const ownHeight = this.definiteHeight(height, indefinite, edges);
    let widths: IntrinsicWidths;
    if (this.ratio !== undefined && ownHeight >= 0) {
      const width = this.transferredWidth(ownHeight, edges) - edges.left - edges.right;
      widths = { min: width, max: width };
    } else {
      widths = this.measureContent(
        ownHeight < 0 ? indefinite : Math.max(0, ownHeight - edges.top - edges.bottom),
      );
    }
    this.widths = widths;
    this.widthsHeight = height;
    return widths;
  }

  /**
   * What the margin box contributes to the intrinsic widths of its container (CSS Sizing 3, section 5.2). Percentages
   * are treated as `auto`, those of margins and padding as 0.
   */
  contributions(containingHeight: number): IntrinsicWidths {
    const { style } = this;
    const edges = this.edges(0);
    const margins = edges.marginLeft + edges.marginRight;
    const horizontal = edges.left + edges.right;
    let min: number;
    let max: number;
    if (isDefinite(style.width, indefinite)) {
      min = max = this.borderBox(pixels(style.width, 0, this.fit), horizontal);
    } else {
      const widths = this.contentWidths(containingHeight);
      max = widths.max + horizontal;
      min = style.width === "max-content" ? max : widths.min + horizontal;
      if (style.width === "min-content") max = min;
      if (style.width === "auto") {
        min = this.clampByHeights(min, containingHeight, edges);
        max = this.clampByHeights(max, containingHeight, edges);
      }
    }
    const lower = isPercent(style.minWidth) ? horizontal : this.minWidth(indefinite, containingHeight);
    const upper = isPercent(style.maxWidth) ? Infinity : this.maxWidth(indefinite, containingHeight);
    return { min: clamp(min, lower, upper) + margins, max: clamp(max, lower, upper) + margins };
  }

  /** Resolves a gap or similar length of its style. */
  protected length(length: Length, base: number): number {
    return pixels(length, Math.max(0, base), this.fit);
  }
}

function isContentSize(size: Size | "none"): size is "min-content" | "max-content" | "fit-content" {
  return size === "min-content" || size === "max-content" || size === "fit-content";
}

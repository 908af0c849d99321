import { Box, type AbsoluteChild, type BoxSource, type IntrinsicWidths } from "./box.ts";
import { distributeSpace } from "./distribute-space.ts";
import { FlexItem } from "./flex-item.ts";
import { resolveFlexibleLengths } from "./flex-lengths.ts";
import { noMargins, type Content, type ContentSpace, type Fragment } from "./fragment.ts";
import { clamp, indefinite, isDefinite, pixels, snap } from "./lengths.ts";

interface FlexLine {
  readonly items: readonly FlexItem[];
  /** The sum of the gaps between its items along the main axis. */
  readonly gaps: number;
  crossSize: number;
  crossPosition: number;
  /** The largest ascent and descent of items in baseline alignment. */
  ascent: number;
  descent: number;
}

/** A flex container (CSS Flexbox 1, section 9). */
export class FlexContainer extends Box {
  protected readonly usesOwnHeight = true;
  private readonly isRow: boolean;
  private readonly isMultiLine: boolean;
  /** The children in order-modified document order. */
  private readonly orderedChildren: readonly Box[];

  constructor(source: BoxSource, children: readonly Box[], absolutes: readonly AbsoluteChild[]) {
    super({ ...source, isFormattingContext: true }, children, absolutes);
    const { flexDirection, flexWrap } = this.style;
    this.isRow = flexDirection === "row" || flexDirection === "row-reverse";
    this.isMultiLine = flexWrap !== "nowrap";
    this.orderedChildren = children.some(({ style }) => style.order !== 0)
      ? children.toSorted((a, b) => a.style.order - b.style.order)
      : children;
  }

  protected override measureContent(percentHeight: number): IntrinsicWidths {
    let min = 0;
    let max = 0;
    const gap = this.length(this.style.columnGap, 0);
    const isSum = this.isRow;
    for (const child of this.children) {
      const widths = isSum ? flexContributions(child, percentHeight) : child.contributions(percentHeight);
      if (isSum && this.isMultiLine) min = Math.max(min, child.contributions(percentHeight).min);
      else min = isSum ? min + widths.min : Math.max(min, widths.min);
      max = isSum ? max + widths.max : Math.max(max, widths.max);
    }
    if (isSum && this.children.length > 1) {
      const gaps = gap * (this.children.length - 1);
      if (!this.isMultiLine) min += gaps;
      max += gaps;
    }
    return { min: Math.max(0, min), max: Math.max(0, max) };
  }

  protected override layOutContent(space: ContentSpace): Content {
    const { isRow, style } = this;
    const items = this.orderedChildren.map((child) => this.createItem(child, space));
    const mainGap = this.length(isRow ? style.columnGap : style.rowGap, isRow ? space.width : space.height);
    const crossGap = this.length(isRow ? style.rowGap : style.columnGap, isRow ? space.height : space.width);
    const lines = this.collectLines(items, mainGap, space);
    const mainSize = this.mainSize(lines, space);
    for (const line of lines) {
      resolveFlexibleLengths(line.items, mainSize, line.gaps);
      for (const item of line.items) item.fragment = this.layOutItem(item, space, indefinite);
    }
    const naturalCross = this.sizeLines(lines, crossGap, space);
    const crossSize = this.alignLines(lines, crossGap, naturalCross, space);
    for (const line of lines) {
      for (const item of line.items) this.stretchItem(item, line, space);
      this.alignMainAxis(line, mainSize, mainGap);
      for (const item of line.items) this.alignCrossAxis(item, line);
    }
    return this.createContent(items, lines, { mainSize, crossSize, naturalCross }, space);
  }

  /** Determines the flex base size and hypothetical main size of an item (section 9.2). */
  private createItem(box: Box, space: ContentSpace): FlexItem {
    const item = new FlexItem(box, box.edges(space.width), this.isRow, this.style.alignItems);
    if (this.isRow) this.sizeRowItem(item, space);
    else this.sizeColumnItem(item, space);
    return item;
  }

  private sizeRowItem(item: FlexItem, space: ContentSpace): void {
    const { box, edges } = item;
    const { style } = box;
    const basis = style.flexBasis === "auto" ? style.width : style.flexBasis;
    const max = box.maxWidth(space.width, space.percentHeight);
    const cross = box.ratio === undefined ? indefinite : this.definiteCrossSize(item, space);
    let base: number;
    let isContentBase = false;
    if (isDefinite(basis, space.width)) {
      base = box.borderBox(pixels(basis, space.width, box.fit), item.mainPadding);
    } else if (basis === "auto" || basis === "content") {
      if (cross >= 0) base = box.transferredWidth(cross, edges);
      else {
        base = isReplaced(box)
          ? box.automaticWidth(space.width, space.percentHeight, true, indefinite)
          : box.borderBoxWidths(space.width, space.percentHeight).max;
        base = box.clampByHeights(base, space.percentHeight, edges);
        isContentBase = box.ratio === undefined;
      }
    } else {
      const widths = box.borderBoxWidths(space.width, space.percentHeight);
      const available = space.width - item.mainMargins;
      base = basis === "min-content" ? widths.min : widths.max;
      if (basis === "fit-content") base = Math.min(Math.max(widths.min, available), widths.max);
    }
    let min = box.minWidth(space.width, space.percentHeight);
    if (style.minWidth === "auto" && style.overflow === "visible") {
      const mayShrink = style.flexShrink > 0;
      if (!isContentBase || mayShrink) min = Math.max(min, this.automaticMinWidth(item, cross, max, space));
    }
    item.setSizes(base, min, max);
  }

  /** Section 4.5: the content-based minimum width. */
  private automaticMinWidth(
    { box, edges, mainPadding }: FlexItem,
    cross: number,
    max: number,
    space: ContentSpace,
  ) {
    const { width } = box.style;
    let content = box.borderBoxWidths(space.width, space.percentHeight).min;
    if (box.ratio !== undefined) content = box.clampByHeights(content, space.percentHeight, edges);
    content = Math.min(content, max);
    if (isDefinite(width, space.width)) {
      return Math.min(content, box.borderBox(pixels(width, space.width, box.fit), mainPadding), max);
    }
    if (box.ratio !== undefined && cross >= 0) return Math.min(box.transferredWidth(cross, edges), max);
    return content;
  }

  private sizeColumnItem(item: FlexItem, space: ContentSpace): void {
    const { box, edges } = item;
    const { style } = box;
    const basis = style.flexBasis === "auto" ? style.height : style.flexBasis;
    const width = this.columnItemWidth(item, space);
    const max = box.maxHeight(space.percentHeight, item.mainPadding);
    let needed = indefinite;
    const neededHeight = () => (needed = needed < 0 ? this.neededHeight(item, width, space) : needed);
    let base: number;
    const hasDefiniteBasis = isDefinite(basis, space.percentHeight);
    if (hasDefiniteBasis) base = box.borderBox(pixels(basis, space.percentHeight, box.fit), item.mainPadding);
    else if (box.ratio !== undefined) base = box.heightFromWidth(width, edges);
    else base = neededHeight();
    item.isMainDefinite = space.percentHeight >= 0 || hasDefiniteBasis;
    let min = box.minHeight(space.percentHeight, item.mainPadding);
    const isContentMinimum = typeof style.minHeight === "string" && style.minHeight !== "auto";
    if (isContentMinimum) min = Math.max(min, neededHeight());
    else if (style.minHeight === "auto" && style.overflow === "visible") {
      let content =
        isReplaced(box) && box.ratio !== undefined ? box.heightFromWidth(width, edges) : neededHeight();
      content = Math.min(content, max);
      if (isDefinite(style.height, space.percentHeight)) {
        content = Math.min(
          content,
          box.borderBox(pixels(style.height, space.percentHeight, box.fit), item.mainPadding),
        );
      }
      min = Math.max(min, content);
    }
    item.setSizes(base, min, max);
  }

  /** The height that the content of an item in a column needs at a width. */
  private neededHeight({ box }: FlexItem, width: number, space: ContentSpace): number {
    const fragment = box.layOut({
      containingWidth: space.width,
      containingHeight: space.percentHeight,
      width,
      height: indefinite,
      isHeightDefinite: false,
    });
    return isReplaced(box) ? fragment.height : fragment.neededHeight;
  }

  /** The hypothetical width of an item in a column, which may follow from its height by its aspect ratio. */
  private columnItemWidth(item: FlexItem, space: ContentSpace, height = indefinite): number {
    const { box } = item;
    if (!this.isMultiLine && isStretched(item)) {
      return box.clampWidth(space.width - item.crossMargins, space.width, space.percentHeight);
    }
    return box.usedWidth(space.width, space.percentHeight, true, height);
  }

  /** The cross size of an item of a row if it is definite before layout (section 9.8). */
  private definiteCrossSize(item: FlexItem, space: ContentSpace): number {
    const { box, edges } = item;
    if (!this.isMultiLine && space.height >= 0 && isStretched(item)) {
      return this.clampHeight(item, space.height - item.crossMargins, space);
    }
    return isDefinite(box.style.height, space.percentHeight)
      ? box.definiteHeight(space.percentHeight, indefinite, edges)
      : indefinite;
  }

  private clampHeight({ box, edges }: FlexItem, height: number, space: ContentSpace): number {
    const vertical = edges.top + edges.bottom;
    return clamp(
      height,
      box.minHeight(space.percentHeight, vertical),
      box.maxHeight(space.percentHeight, vertical),
    );
  }

  /** Section 9.3: collects the items into lines. */
  private collectLines(items: readonly FlexItem[], gap: number, space: ContentSpace): FlexLine[] {
    const limit = this.isRow ? space.width : space.height >= 0 ? space.height : space.maxHeight;
    const lines: FlexLine[] = [];
    let start = 0;
    let size = 0;
    for (const [i, item] of items.entries()) {
      const outer = item.outerHypotheticalSize;
      if (this.isMultiLine && i > start && size + gap + outer > limit) {
        lines.push(createLine(items.slice(start, i), gap));
        start = i;
        size = 0;
      }
      size += (i > start ? gap : 0) + outer;
    }
    if (items.length > 0) lines.push(createLine(items.slice(start), gap));
    return lines;
  }

  private mainSize(lines: readonly FlexLine[], space: ContentSpace): number {
    if (this.isRow) return space.width;
    if (space.height >= 0) return space.height;
    let size = 0;
    for (const { items, gaps } of lines) {
      let lineSize = gaps;
      for (const item of items) lineSize += item.outerHypotheticalSize;
      size = Math.max(size, lineSize);
    }
    return clamp(size, space.minHeight, space.maxHeight);
  }

  /** Lays out an item at its main size. `cross`: its used cross size if it is stretched. */
  private layOutItem(item: FlexItem, space: ContentSpace, cross: number): Fragment {
    const { box } = item;
    if (this.isRow) {
      const height =
        cross < 0 && !this.isMultiLine && space.height >= 0 && isStretched(item)
          ? this.clampHeight(item, space.height - item.crossMargins, space)
          : cross;
      return box.layOut({
        containingWidth: space.width,
        containingHeight: space.percentHeight,
        width: item.size,
        height,
        isHeightDefinite: true,
      });
    }
    return box.layOut({
      containingWidth: space.width,
      containingHeight: space.percentHeight,
      width: cross >= 0 ? cross : this.columnItemWidth(item, space, item.size),
      height: item.size,
      isHeightDefinite: item.isMainDefinite,
    });
  }

  /** Section 9.4: determines the cross sizes of the lines, and returns the size that they need together. */
  private sizeLines(lines: readonly FlexLine[], gap: number, space: ContentSpace): number {
    const containerSize = this.isRow ? space.height : space.width;
    let total = gap * Math.max(0, lines.length - 1);
    for (const line of lines) {
      let size = 0;
      let natural = 0; // without stretching
      let ascent = 0;
      let descent = 0;
      for (const item of line.items) {
        if (this.isRow && item.alignment === "baseline" && !item.hasAutoCrossMargin) {
          item.ascent = ascentOf(item);
          ascent = Math.max(ascent, item.ascent);
          descent = Math.max(descent, item.outerCrossSize - item.ascent);
        } else size = Math.max(size, item.outerCrossSize);
        natural = Math.max(natural, this.naturalCrossSize(item, space));
      }
      line.ascent = ascent;
      line.descent = descent;
      line.crossSize = Math.max(0, size, ascent + descent);
      total += this.isMultiLine ? line.crossSize : Math.max(natural, ascent + descent);
    }
    const [line] = lines;
    if (line && !this.isMultiLine) {
      line.crossSize =
        containerSize >= 0 ? containerSize : clamp(line.crossSize, space.minHeight, space.maxHeight);
    }
    return total;
  }

  /** The outer cross size of an item without stretching. */
  private naturalCrossSize(item: FlexItem, space: ContentSpace): number {
    const { fragment } = item;
    if (!this.isRow || space.height < 0 || !fragment || !isStretched(item)) return item.outerCrossSize;
    if (item.box.ratio !== undefined) return item.outerCrossSize;
    return this.clampHeight(item, fragment.neededHeight, space) + item.crossMargins;
  }

  /** Determines the cross size of the container, stretches and positions the lines (`align-content`). */
  private alignLines(lines: readonly FlexLine[], gap: number, natural: number, space: ContentSpace): number {
    const definite = this.isRow ? space.height : space.width;
    const size = definite >= 0 ? definite : clamp(natural, space.minHeight, space.maxHeight);
    if (!this.isMultiLine || lines.length === 0) return size;
    const { alignContent } = this.style;
    const free = size - natural;
    if (free > 0 && (alignContent === "stretch" || alignContent === "normal")) {
      for (const line of lines) line.crossSize += free / lines.length;
    }
    const { before, between } = distributeSpace(
      alignContent,
      free,
      lines.length,
      this.style.flexWrap === "wrap-reverse",
    );
    let position = before;
    for (const line of lines) {
      line.crossPosition = snap(position);
      position += line.crossSize + between + gap;
    }
    return size;
  }

  private stretchItem(item: FlexItem, line: FlexLine, space: ContentSpace): void {
    if (!isStretched(item)) return;
    const outer = line.crossSize - item.crossMargins;
    const cross = snap(
      this.isRow
        ? this.clampHeight(item, outer, space)
        : item.box.clampWidth(outer, space.width, space.percentHeight),
    );
    const isLaidOut = this.isRow ? !this.isMultiLine && space.height >= 0 : !this.isMultiLine;
    if (!isLaidOut) item.fragment = this.layOutItem(item, space, Math.max(0, cross));
  }

  /** Section 9.5: automatic margins, then `justify-content`. */
  private alignMainAxis({ items, gaps }: FlexLine, mainSize: number, gap: number): void {
    const { isRow } = this;
    let free = mainSize - gaps;
    let autoMargins = 0;
    for (const item of items) {
      free -= item.outerSize;
      autoMargins += item.autoMainMargins;
    }
    const autoMargin = autoMargins > 0 && free > 0 ? free / autoMargins : 0;
    const { before, between } =
      autoMargin > 0
        ? { before: 0, between: 0 }
        : distributeSpace(
            this.style.justifyContent,
            free,
            items.length,
            this.style.flexDirection.endsWith("-reverse"),
          );
    const isReversed = this.isMainReversed;
    let position = before;
    for (const item of items) {
      const { edges } = item;
      const { margin } = item.box.style;
      const first = isRow
        ? isReversed
          ? margin.right
          : margin.left
        : isReversed
          ? margin.bottom
          : margin.top;
      const last = isRow
        ? isReversed
          ? margin.left
          : margin.right
        : isReversed
          ? margin.top
          : margin.bottom;
      const start = isRow
        ? isReversed
          ? edges.marginRight
          : edges.marginLeft
        : isReversed
          ? edges.marginBottom
          : edges.marginTop;
      position += first === "auto" ? autoMargin : 0;
      item.mainPosition = snap(position + start);
      position += item.outerSize + (last === "auto" ? autoMargin : 0) + between + gap;
    }
  }

  /** Section 9.6: positions an item in its line. */
  private alignCrossAxis(item: FlexItem, line: FlexLine): void {
    const { edges } = item;
    const { margin } = item.box.style;
    const isReversed = this.isCrossReversed;
    const first = this.isRow
      ? isReversed
        ? margin.bottom
        : margin.top
      : isReversed
        ? margin.right
        : margin.left;
    const last = this.isRow
      ? isReversed
        ? margin.top
        : margin.bottom
      : isReversed
        ? margin.left
        : margin.right;
    const start = this.isRow
      ? isReversed
        ? edges.marginBottom
        : edges.marginTop
      : isReversed
        ? edges.marginRight
        : edges.marginLeft;
    const free = line.crossSize - item.outerCrossSize;
    let offset = 0;
    if (item.hasAutoCrossMargin) {
      if (free > 0 && first === "auto") offset = last === "auto" ? free / 2 : free;
    } else if (item.alignment === "flex-end") offset = free;
    else if (item.alignment === "center") offset = free / 2;
    else if (item.ascent >= 0) {
      offset = isReversed ? line.descent - (item.outerCrossSize - item.ascent) : line.ascent - item.ascent;
    }
    item.crossPosition = line.crossPosition + start + snap(offset);
  }

  private get isMainReversed(): boolean {
    const { flexDirection, direction } = this.style;
    if (!this.isRow) return flexDirection === "column-reverse";
    return (flexDirection === "row-reverse") !== (direction === "rtl");
  }

  private get isCrossReversed(): boolean {
    const isWrapReversed = this.style.flexWrap === "wrap-reverse";
    return this.isRow ? isWrapReversed : isWrapReversed !== (this.style.direction === "rtl");
  }

  private createContent(
    items: readonly FlexItem[],
    lines: readonly FlexLine[],
    { mainSize, crossSize, naturalCross }: { mainSize: number; crossSize: number; naturalCross: number },
    space: ContentSpace,
  ): Content {
    const { isRow } = this;
    const fragments: Fragment[] = [];
    const xs: number[] = [];
    const ys: number[] = [];
    for (const item of items) {
      const { fragment } = item;
      if (!fragment) continue;
      const main = this.isMainReversed ? mainSize - item.mainPosition - item.size : item.mainPosition;
      const cross = this.isCrossReversed
        ? crossSize - item.crossPosition - item.crossSize
        : item.crossPosition;
      fragments.push(fragment);
      xs.push(isRow ? main : cross);
      ys.push(isRow ? cross : main);
    }
    let naturalMain = 0;
    for (const line of lines) {
      let size = line.gaps;
      for (const item of line.items) size += item.outerSize;
      naturalMain = Math.max(naturalMain, size);
    }
    const isWrapReversed = this.style.flexWrap === "wrap-reverse";
    const isIndefiniteColumn = !isRow && space.height < 0;
    return {
      height: isRow ? naturalCross : isIndefiniteColumn ? this.neededMainSize(lines) : naturalMain,
      fragments,
      xs,
      ys,
      text: undefined,
      firstBaseline: this.baseline(items, fragments, ys, isWrapReversed ? lines.at(-1) : lines[0]),
      lastBaseline: this.baseline(items, fragments, ys, isWrapReversed ? lines[0] : lines.at(-1)),
      topMargins: noMargins,
      bottomMargins: noMargins,
      isEmpty: false,
      staticYs: [],
    };
  }

  private neededMainSize(lines: readonly FlexLine[]): number {
    let needed = 0;
    for (const { items, gaps } of lines) {
      let size = gaps;
      for (const item of items) size += item.outerHypotheticalSize;
      needed = Math.max(needed, size);
    }
    return Math.max(0, needed);
  }

  /** Section 8.5: the baseline of the item in baseline alignment on a line, else of the startmost item of that line. */
  private baseline(
    items: readonly FlexItem[],
    fragments: readonly Fragment[],
    ys: readonly number[],
    line: FlexLine | undefined,
  ): number | undefined {
    const isReversed = this.style.flexDirection.endsWith("-reverse");
    const item = line?.items.find(({ ascent }) => ascent >= 0) ?? line?.items.at(isReversed ? -1 : 0);
    if (!item) return undefined;
    const i = items.indexOf(item);
    const fragment = fragments[i];
    return fragment && (ys[i] ?? 0) + (fragment.firstBaseline ?? fragment.height);
  }
}

/**
 * Section 9.9.1: what an item contributes to the intrinsic widths of a row. Its flex base size limits it in the directions
 * in which it is not flexible.
 */
function flexContributions(box: Box, containingHeight: number): IntrinsicWidths {
  const { style, fit } = box;
  const widths = box.contributions(containingHeight);
  const { flexBasis, flexGrow, flexShrink } = style;
  if (flexBasis === "auto" && isDefinite(style.width, indefinite)) return widths;
  if (flexBasis === "min-content" || flexBasis === "max-content" || flexBasis === "fit-content")
    return widths;
  const edges = box.edges(0);
  const margins = edges.marginLeft + edges.marginRight;
  const horizontal = edges.left + edges.right;
  const intrinsic = box.borderBoxWidths(0, containingHeight);
  const base = isDefinite(flexBasis, indefinite)
    ? box.borderBox(pixels(flexBasis, 0, fit), horizontal)
    : intrinsic.max;
  const floor = flexShrink === 0 ? base + margins : -Infinity;
  const ceiling = flexGrow === 0 ? base + margins : Infinity;
  let lower = box.minWidth(indefinite, containingHeight);
  if (style.minWidth === "auto" && style.overflow === "visible") {
    const specified = isDefinite(style.width, indefinite)
      ? box.borderBox(pixels(style.width, 0, fit), horizontal)
      : Infinity;
    lower = Math.max(lower, Math.min(intrinsic.min, specified, box.maxWidth(indefinite, containingHeight)));
  }
  lower += margins;
  const upper = box.maxWidth(indefinite, containingHeight) + margins;
  return {
    min: clamp(clamp(widths.min, floor, ceiling), lower, upper),
    max: clamp(clamp(widths.max, floor, ceiling), lower, upper),
  };
}

function createLine(items: readonly FlexItem[], gap: number): FlexLine {
  return { items, gaps: gap * (items.length - 1), crossSize: 0, crossPosition: 0, ascent: 0, descent: 0 };
}

/** Whether the cross size of an item is stretched to its line (section 8.3). */
function isStretched({ box, alignment, isRow, hasAutoCrossMargin }: FlexItem): boolean {
  const { width, height } = box.style;
  return alignment === "stretch" && !hasAutoCrossMargin && (isRow ? height : width) === "auto";
}

/** From the top margin edge of an item to its baseline, which is its bottom edge if it contains no text. */
function ascentOf({ fragment, edges }: FlexItem): number {
  return fragment ? edges.marginTop + (fragment.firstBaseline ?? fragment.height) : 0;
}

function isReplaced({ node }: Box): boolean {
  return node?.kind === "image";
}

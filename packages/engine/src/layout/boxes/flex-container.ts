import { Box, isContentSize, type IntrinsicWidth } from "./box.ts";
import { align, distributeSpace, isStretching } from "./alignment.ts";
import { FlexItem } from "./flex-item.ts";
import { resolveFlexibleLengths } from "./flex-lengths.ts";
import { countPerBalancedLine, countPerLine, createLines, largestLine, type FlexLine } from "./flex-lines.ts";
import {
  emptyContent,
  type Content,
  type ContentSpace,
  type Fragment,
  type PlacedFragment,
} from "./fragment.ts";
import {
  clamp,
  indefinite,
  isDefinite,
  names,
  snap,
  unknownWidth,
  type Axis,
  type Containing,
} from "./lengths.ts";

/** A flex container (CSS Flexbox 1, section 9). */
export class FlexContainer extends Box {
  protected readonly usesOwnHeight = true;
  private readonly main: Axis = this.style.flexDirection.startsWith("row") ? "x" : "y";
  private readonly cross: Axis = this.main === "x" ? "y" : "x";
  private readonly isMultiLine = this.style.flexWrap !== "nowrap";
  /** The children in order-modified document order. */
  private readonly orderedChildren = this.children.toSorted((a, b) => a.style.order - b.style.order);

  protected override measureContent(kind: IntrinsicWidth, percentHeight: number): number {
    // With each item of a row on its own line, the smallest width is that of the widest.
    if (!this.isRow || (this.isMultiLine && kind === "min"))
      return Math.max(0, ...this.children.map((child) => child.contribution(kind, percentHeight)));
    const { balancedLines, columnGap } = this.style;
    const gap = this.length(columnGap, 0);
    const sizes = this.orderedChildren.map((child) => flexContribution(kind, child, percentHeight));
    const counts =
      balancedLines === undefined
        ? [sizes.length]
        : countPerBalancedLine(sizes, Infinity, gap, balancedLines);
    let start = 0;
    const lines = counts.map((count) =>
      sizes.slice(start, (start += count)).reduce((sum, size) => sum + size, gap * (count - 1)),
    );
    return Math.max(0, ...lines);
  }

  protected override layOutContent(space: ContentSpace): Content {
    const items = this.orderedChildren.map((child) => this.createItem(child, space));
    const mainGap = this.gap(this.main, space);
    const crossGap = this.gap(this.cross, space);
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

  get isRow(): boolean {
    return this.main === "x";
  }

  private gap(axis: Axis, space: ContentSpace): number {
    return this.length(this.style[names[axis].gap], space[names[axis].size]);
  }

  /** Determines the flex base size and hypothetical main size of an item (section 9.2). */
  private createItem(box: Box, space: ContentSpace): FlexItem {
    const item = new FlexItem(box, this.main, box.edges(space.width), this.style);
    if (this.isRow) this.sizeRowItem(item, space);
    else this.sizeColumnItem(item, space);
    return item;
  }

  private sizeRowItem(item: FlexItem, space: ContentSpace): void {
    const { box, edges } = item;
    const { containing } = space;
    const { style } = box;
    const basis = style.flexBasis === "auto" ? style.width : style.flexBasis;
    const max = box.max("x", containing);
    const cross = this.definiteCrossSize(item, space);
    let base: number;
    let isContentBase = false;
    if (isDefinite(basis, space.width)) base = box.resolve("x", basis, containing);
    else if (basis !== "auto" && basis !== "content") base = box.keywordWidth(basis, containing);
    else if (box.ratio !== undefined && cross >= 0) base = box.transferredWidth(cross, edges);
    else {
      base = isReplaced(box)
        ? box.automaticWidth(containing, true, indefinite)
        : box.borderBoxWidth("max", containing, cross);
      base = box.clampByHeights(base, containing);
      isContentBase = box.ratio === undefined;
    }
    const min = box.min("x", containing);
    if (style.minWidth !== "auto" || style.overflow === "hidden") return item.setSizes(base, min, max);
    const leastWidth = () => Math.max(min, this.automaticMinWidth(item, cross, max, containing));
    if (isContentBase) item.setSizes(base, min, max, leastWidth);
    else item.setSizes(base, leastWidth(), max);
  }

  /** Section 4.5: the content-based minimum width. */
  private automaticMinWidth({ box, edges }: FlexItem, cross: number, max: number, containing: Containing) {
    const { width } = box.style;
    const min = box.borderBoxWidth("min", containing, cross);
    const content = Math.min(box.clampByHeights(min, containing), max);
    if (isDefinite(width, containing.width)) return Math.min(content, box.resolve("x", width, containing));
    if (box.ratio !== undefined && cross >= 0) return Math.min(box.transferredWidth(cross, edges), max);
    return content;
  }

  private sizeColumnItem(item: FlexItem, space: ContentSpace): void {
    const { box, edges } = item;
    const { containing } = space;
    const { style } = box;
    const basis = style.flexBasis === "auto" ? style.height : style.flexBasis;
    const width = this.columnItemWidth(item, space);
    const neededHeight = (kind: IntrinsicWidth = "max") =>
      isReplaced(box) ? box.layOut(containing, width).height : box.intrinsicHeight(kind, containing, width);
    const max = isContentSize(style.maxHeight) ? neededHeight() : box.max("y", containing);
    item.isMainDefinite = containing.height >= 0 || isDefinite(basis, containing.height);
    const base =
      box.definiteSize("y", basis, containing) ??
      (box.ratio === undefined ? neededHeight() : box.byRatio("y", width, edges));
    let min = box.min("y", containing);
    const isContentMinimum = typeof style.minHeight === "string" && style.minHeight !== "auto";
    if (isContentMinimum) min = Math.max(min, neededHeight());
    else if (style.minHeight === "auto" && style.overflow !== "hidden") {
      const usesRatio = isReplaced(box) && box.ratio !== undefined;
      let content = Math.min(usesRatio ? box.byRatio("y", width, edges) : neededHeight("min"), max);
      if (isDefinite(style.height, containing.height)) {
        content = Math.min(content, box.resolve("y", style.height, containing));
      }
      min = Math.max(min, content);
    }
    item.setSizes(base, min, max);
  }

  /** The hypothetical width of an item in a column, which may follow from its height by its aspect ratio. */
  private columnItemWidth(item: FlexItem, { containing }: ContentSpace, height = indefinite): number {
    const { box } = item;
    if (this.isMultiLine || !item.isStretched) return box.usedWidth(containing, true, height);
    return box.clamp("x", containing.width - item.crossMargins, containing);
  }

  /** The cross size of an item of a row if it is definite before layout (section 9.8). */
  private definiteCrossSize(item: FlexItem, space: ContentSpace): number {
    const { box } = item;
    const { containing } = space;
    if (!this.isMultiLine && space.height >= 0 && item.isStretched) {
      return box.clamp("y", space.height - item.crossMargins, containing);
    }
    const isOwn = isDefinite(box.style.height, containing.height);
    return isOwn ? box.definiteHeight(containing, indefinite) : indefinite;
  }

  /** Section 9.3: collects the items into lines. */
  private collectLines(items: readonly FlexItem[], gap: number, space: ContentSpace): FlexLine[] {
    if (items.length === 0) return [];
    if (!this.isMultiLine) return createLines(items, [items.length], gap);
    const limit = this.isRow ? space.width : space.height >= 0 ? space.height : space.maxHeight;
    const sizes = items.map((item) => item.outerHypotheticalSize);
    const { balancedLines } = this.style;
    const counts =
      balancedLines === undefined
        ? countPerLine(sizes, limit, gap)
        : countPerBalancedLine(sizes, limit, gap, balancedLines);
    return createLines(items, counts, gap);
  }

  private mainSize(lines: readonly FlexLine[], space: ContentSpace): number {
    if (this.isRow) return space.width;
    if (space.height >= 0) return space.height;
    return clamp(largestLine(lines, "outerHypotheticalSize"), space.minHeight, space.maxHeight);
  }

  /** Lays out an item at its main size. `cross`: its used cross size if it is stretched. */
  private layOutItem(item: FlexItem, space: ContentSpace, cross: number): Fragment {
    const { box } = item;
    const { containing } = space;
    if (this.isRow) {
      const isStretchedNow = cross < 0 && !this.isMultiLine && space.height >= 0 && item.isStretched;
      const height = isStretchedNow ? box.clamp("y", space.height - item.crossMargins, containing) : cross;
      return box.layOut(containing, item.size, height);
    }
    const width = cross >= 0 ? cross : this.columnItemWidth(item, space, item.size);
    return box.layOut(containing, width, item.size, item.isMainDefinite);
  }

  /** Section 9.4: determines the cross sizes of the lines, and returns the size that they need together. */
  private sizeLines(lines: readonly FlexLine[], gap: number, space: ContentSpace): number {
    const containerSize = space[names[this.cross].size];
    let total = gap * Math.max(0, lines.length - 1);
    for (const line of lines) {
      let size = 0;
      let natural = 0; // without stretching
      for (const item of line.items) {
        const { sharedBaseline, ascent } = item;
        if (sharedBaseline) {
          const shared = line.baselines[sharedBaseline];
          line.baselines[sharedBaseline] = {
            ascent: Math.max(shared.ascent, ascent),
            descent: Math.max(shared.descent, item.outerCrossSize - ascent),
          };
        } else size = Math.max(size, item.outerCrossSize);
        natural = Math.max(natural, this.naturalCrossSize(item, space));
      }
      const { first, last } = line.baselines;
      const aligned = Math.max(first.ascent + first.descent, last.ascent + last.descent);
      line.crossSize = Math.max(0, size, aligned);
      total += this.isMultiLine ? line.crossSize : Math.max(natural, aligned);
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
    const { box, fragment } = item;
    const isStretchedRowItem = this.isRow && space.height >= 0 && item.isStretched;
    if (!isStretchedRowItem || box.ratio !== undefined) return item.outerCrossSize;
    return box.clamp("y", fragment.neededHeight, space.containing) + item.crossMargins;
  }

  /** Determines the cross size of the container, stretches and positions the lines (`align-content`). */
  private alignLines(lines: readonly FlexLine[], gap: number, natural: number, space: ContentSpace): number {
    const definite = space[names[this.cross].size];
    const size = definite >= 0 ? definite : clamp(natural, space.minHeight, space.maxHeight);
    if (!this.isMultiLine || lines.length === 0) return size;
    const { alignContent } = this.style;
    const free = size - natural;
    if (free > 0 && isStretching(alignContent)) {
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
    if (!item.isStretched) return;
    const outer = line.crossSize - item.crossMargins;
    const cross = snap(item.box.clamp(this.cross, outer, space.containing));
    const isLaidOut = !this.isMultiLine && (!this.isRow || space.height >= 0);
    if (!isLaidOut) item.fragment = this.layOutItem(item, space, Math.max(0, cross));
  }

  /** Section 9.5: automatic margins, then `justify-content`. */
  private alignMainAxis({ items, gaps }: FlexLine, mainSize: number, gap: number): void {
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
      const { first, last, start } = marginsOf(item, this.main, isReversed);
      position += first === "auto" ? autoMargin : 0;
      item.mainPosition = snap(position + start);
      position += item.outerSize + (last === "auto" ? autoMargin : 0) + between + gap;
    }
  }

  /** Section 9.6: positions an item in its line. */
  private alignCrossAxis(item: FlexItem, line: FlexLine): void {
    const isReversed = this.isCrossReversed;
    const { first, last, start } = marginsOf(item, this.cross, isReversed);
    const free = line.crossSize - item.outerCrossSize;
    let offset = 0;
    if (item.hasAutoCrossMargin) {
      if (free > 0 && first === "auto") offset = last === "auto" ? free / 2 : free;
    } else if (item.sharedBaseline) {
      const { ascent, descent } = line.baselines[item.sharedBaseline];
      const above = ascent - item.ascent;
      const below = descent - (item.outerCrossSize - item.ascent);
      // Items that share their first baseline stand at the start of the line, the others at its end.
      offset =
        item.sharedBaseline === "first" ? (isReversed ? below : above) : free - (isReversed ? above : below);
    } else offset = align(item.alignment, free, isReversed);
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
    const children = items.map((item): PlacedFragment => {
      const main = this.isMainReversed ? mainSize - item.mainPosition - item.size : item.mainPosition;
      const cross = this.isCrossReversed
        ? crossSize - item.crossPosition - item.crossSize
        : item.crossPosition;
      return { fragment: item.fragment, x: isRow ? main : cross, y: isRow ? cross : main };
    });
    const yOf = (item: FlexItem) => children[items.indexOf(item)]!.y;
    const isWrapReversed = this.style.flexWrap === "wrap-reverse";
    const mainSizes = space.height < 0 ? "outerHypotheticalSize" : "outerSize";
    return {
      ...emptyContent,
      height: isRow ? naturalCross : Math.max(0, largestLine(lines, mainSizes)),
      children,
      firstBaseline: this.baseline("first", yOf, isWrapReversed ? lines.at(-1) : lines[0]),
      lastBaseline: this.baseline("last", yOf, isWrapReversed ? lines[0] : lines.at(-1)),
      isEmpty: false,
    };
  }

  /** Section 8.5: the shared baseline of a line, or of its first or last item. */
  private baseline(
    which: "first" | "last",
    yOf: (item: FlexItem) => number,
    line: FlexLine | undefined,
  ): number | undefined {
    if (!line) return undefined;
    const other = which === "first" ? "last" : "first";
    const isAtEnd = this.style.flexDirection.endsWith("-reverse") !== (which === "last");
    const item =
      line.items.find(({ sharedBaseline }) => sharedBaseline === which) ??
      line.items.find(({ sharedBaseline }) => sharedBaseline === other) ??
      line.items.at(isAtEnd ? -1 : 0);
    if (!item) return undefined;
    const { firstBaseline, lastBaseline, height } = item.fragment;
    const baseline = (item.sharedBaseline ?? which) === "first" ? firstBaseline : lastBaseline;
    return yOf(item) + (baseline ?? height);
  }
}

/**
 * Section 9.9.1: what an item contributes to an intrinsic width of a row. Its flex base size limits it in
 * the directions in which it is not flexible.
 */
function flexContribution(kind: IntrinsicWidth, box: Box, containingHeight: number): number {
  const { style } = box;
  const own = box.contribution(kind, containingHeight);
  const { flexBasis, flexGrow, flexShrink } = style;
  if (flexBasis === "auto" && isDefinite(style.width, indefinite)) return own;
  if (flexBasis === "min-content" || flexBasis === "max-content" || flexBasis === "fit-content") return own;
  const containing = unknownWidth(containingHeight);
  const { margins } = box.edges(indefinite).x;
  const widest = box.borderBoxWidth("max", containing);
  const base = isDefinite(flexBasis, indefinite) ? box.resolve("x", flexBasis, containing) : widest;
  const floor = flexShrink === 0 ? base : -Infinity;
  const ceiling = flexGrow === 0 ? base : Infinity;
  const width = clamp(own - margins, floor, ceiling);
  const max = box.max("x", containing);
  let lower = box.min("x", containing);
  // Only what is narrower than its content may be narrower than its longest word.
  if (style.minWidth === "auto" && style.overflow !== "hidden" && width < widest) {
    const ownWidth = isDefinite(style.width, indefinite)
      ? box.resolve("x", style.width, containing)
      : Infinity;
    lower = Math.max(lower, Math.min(box.borderBoxWidth("min", containing), ownWidth, max));
  }
  return clamp(width, lower, max) + margins;
}

/** The margins of an item at the start and the end of an axis, and the used first one. */
function marginsOf({ box, edges }: FlexItem, axis: Axis, isReversed: boolean) {
  const { margin } = box.style;
  const [start, end] = [margin[names[axis].start], margin[names[axis].end]];
  const { marginStart, marginEnd } = edges[axis];
  return isReversed
    ? { first: end, last: start, start: marginEnd }
    : { first: start, last: end, start: marginStart };
}

function isReplaced({ node }: Box): boolean {
  return node?.kind === "image";
}

import { Box, type BoxSource, type IntrinsicWidth } from "./box.ts";
import {
  emptyContent,
  noMargins,
  type Content,
  type ContentSpace,
  type Fragment,
  type PlacedFragment,
} from "./fragment.ts";
import { indefinite, isDefinite, snap, unknownWidth, type Containing } from "./lengths.ts";
import type { CollapsedBorders, CollapsedLine } from "./table-borders.ts";
import { distributeWidth, grow, intrinsicWidths, measureColumns, type Column } from "./table-columns.ts";
import type { GridCell, GridColumn } from "./table-grid.ts";

export interface TableCell extends Omit<GridCell, "content"> {
  readonly box: Box;
}

export interface TableRow {
  readonly box: Box;
  readonly cells: readonly TableCell[];
}

export interface TableSection {
  readonly box: Box;
  readonly rows: readonly TableRow[];
}

export interface TableColumn extends Omit<GridColumn, "element"> {
  readonly box: Box;
}

export interface TableContent {
  /** Groups come after their columns. */
  readonly columns: readonly TableColumn[];
  /** The backgrounds of columns, from back to front. */
  readonly grounds: readonly { readonly cell: Omit<GridCell, "content">; readonly box: Box }[];
  readonly sections: readonly TableSection[];
  readonly columnCount: number;
  readonly collapsed: (CollapsedBorders & { readonly boxes: ReadonlyMap<CollapsedLine, Box> }) | undefined;
}

/** Where the columns or rows of a table start, and their sizes. */
interface Tracks {
  readonly starts: readonly number[];
  readonly sizes: readonly number[];
}

/** A table (CSS Tables 3). Its rows and sections have no layout of their own. */
export class TableContainer extends Box {
  protected readonly usesOwnHeight = true;
  private readonly table: TableContent;
  private readonly cells: readonly TableCell[];
  private readonly rows: readonly TableRow[];
  private readonly spacing: { readonly x: number; readonly y: number };

  constructor(source: BoxSource, table: TableContent) {
    const lines = [...(table.collapsed?.boxes.values() ?? [])];
    const behind = [...table.columns, ...table.grounds];
    super(source, [...[...behind, ...table.sections].map(({ box }) => box), ...lines], []);
    this.table = table;
    this.rows = table.sections.flatMap(({ rows }) => rows);
    this.cells = this.rows.flatMap(({ cells }) => cells);
    this.spacing = table.collapsed ? { x: 0, y: 0 } : this.style.borderSpacing;
  }

  private get hasFixedColumns(): boolean {
    return this.style.hasFixedColumns && this.style.width !== "auto";
  }

  private columns(): readonly Column[] {
    const columns = this.table.columns
      .filter(({ isGroup }) => !isGroup)
      .flatMap(({ box, column, columnSpan }) =>
        Array.from({ length: columnSpan }, (_, index) => ({ box, column: column + index, columnSpan: 1 })),
      );
    const hasWidth = ({ column, columnSpan }: TableCell) =>
      columnSpan === 1 && columns.some((each) => each.column === column && each.box.style.width !== "auto");
    const cells = this.hasFixedColumns
      ? (this.rows[0]?.cells ?? []).filter((cell) => !hasWidth(cell))
      : this.cells;
    const needs = [...columns, ...cells].map((cell) => ({ ...cell, ...this.needOf(cell.box) }));
    return measureColumns(needs, this.table.columnCount, this.spacing.x);
  }

  /** What a cell needs of its column, if it spans only one. */
  private needOf(box: Box): Column {
    const { width, maxWidth } = box.style;
    const containing = unknownWidth(indefinite);
    const widthOf = (kind: IntrinsicWidth) =>
      this.hasFixedColumns ? 0 : box.borderBoxWidth(kind, containing);
    const isFixed = isDefinite(width, indefinite);
    const least = isDefinite(box.style.minWidth, indefinite) ? box.min("x", containing) : 0;
    const min = this.hasFixedColumns ? 0 : Math.max(widthOf("min"), least);
    let max = isFixed ? box.resolve("x", width, containing) : widthOf("max");
    if (isDefinite(maxWidth, indefinite)) max = Math.min(max, box.max("x", containing));
    const percent = typeof width === "object" && "percent" in width ? width.percent : undefined;
    return { min, max: Math.max(min, max), percent, isFixed };
  }

  private get horizontalSpacing(): number {
    return this.table.columnCount === 0 ? 0 : this.spacing.x * (this.table.columnCount + 1);
  }

  protected override measureContent(kind: IntrinsicWidth): number {
    return intrinsicWidths(this.columns())[kind] + this.horizontalSpacing;
  }

  /** Tables shrink to fit, and are never narrower than their columns. */
  override usedWidth(containing: Containing, _isShrinkToFit: boolean, height?: number): number {
    const least = this.hasFixedColumns ? 0 : this.borderBoxWidth("min", containing);
    return Math.max(super.usedWidth(containing, true, height), least);
  }

  protected override layOutContent(space: ContentSpace): Content {
    const widths = distributeWidth(this.columns(), space.width - this.horizontalSpacing);
    const columns = toTracks(widths, this.spacing.x);
    const rows = this.rowTracks(columns, space);
    const right = (columns.starts.at(-1) ?? 0) + (widths.at(-1) ?? 0);
    const isRightToLeft = this.style.direction === "rtl";
    const xOf = (column: number, width: number) => {
      const x = columns.starts[column]!;
      return isRightToLeft ? right + this.spacing.x - x - width : x;
    };
    const placeRow = ({ box, cells }: TableRow, height: number): Fragment => {
      const placed = cells.map((cell) => {
        const width = this.sizeOf(cell, columns, "column");
        const own = this.sizeOf(cell, rows, "row");
        const fragment = cell.box.layOut({ width, height: indefinite }, width, own, false);
        return { fragment, x: xOf(cell.column, width) - this.spacing.x };
      });
      const baseline = Math.max(0, ...placed.map(({ fragment }) => sharedBaseline(fragment) ?? 0));
      return this.fragmentOf(box, right - this.spacing.x, height, space, {
        ...emptyContent,
        children: placed.map(({ fragment, x }) => ({ fragment: alignCell(fragment, baseline), x, y: 0 })),
        firstBaseline: baseline > 0 ? baseline : height,
      });
    };
    let next = 0;
    const children: PlacedFragment[] = [];
    for (const section of this.table.sections) {
      const top = rows.starts[next] ?? 0;
      const placed = section.rows.map((row, i): PlacedFragment => {
        return { fragment: placeRow(row, rows.sizes[next + i]!), x: 0, y: rows.starts[next + i]! - top };
      });
      const last = next + section.rows.length - 1;
      const height = last < next ? 0 : rows.starts[last]! + rows.sizes[last]! - top;
      const content = { ...emptyContent, children: placed };
      const fragment = this.fragmentOf(section.box, right - this.spacing.x, height, space, content);
      children.push({ fragment, x: this.spacing.x, y: top });
      next += section.rows.length;
    }
    const [first] = children;
    const inFirst = first?.fragment.content.children[0]?.fragment.content.firstBaseline;
    const firstBaseline = inFirst === undefined ? undefined : first!.y + inFirst;
    const bottom = (rows.starts.at(-1) ?? 0) + (rows.sizes.at(-1) ?? 0);
    const place = (box: Box, x: number, y: number, width: number, height: number) =>
      children.unshift({ fragment: this.fragmentOf(box, width, height, space, emptyContent), x, y });
    for (const { cell, box } of this.table.grounds.toReversed()) {
      const width = this.sizeOf(cell, columns, "column");
      const height = this.sizeOf(cell, rows, "row");
      place(box, xOf(cell.column, width), rows.starts[cell.row]!, width, height);
    }
    for (const { box, column, columnSpan } of this.table.columns) {
      const last = column + columnSpan - 1;
      const width = columns.starts[last]! + columns.sizes[last]! - columns.starts[column]!;
      const top = rows.starts[0] ?? 0;
      place(box, xOf(column, width), top, width, bottom - top);
    }
    children.push(...this.placeLines(columns, rows, space));
    const height = this.rows.length === 0 ? 0 : bottom + this.spacing.y;
    return { ...emptyContent, height, children, firstBaseline, isEmpty: false };
  }

  /** The size of a cell across its tracks. */
  private sizeOf(cell: Omit<GridCell, "content">, { starts, sizes }: Tracks, axis: "row" | "column"): number {
    const last = cell[axis] + cell[`${axis}Span`] - 1;
    return starts[last]! + sizes[last]! - starts[cell[axis]]!;
  }

  private rowTracks(columns: Tracks, space: ContentSpace): Tracks {
    const neededHeight = (cell: TableCell): Fragment => {
      const width = this.sizeOf(cell, columns, "column");
      return cell.box.layOut({ width, height: indefinite }, width);
    };
    let heights = this.rows.map(({ box, cells }) => {
      const single = cells.filter(({ rowSpan }) => rowSpan === 1).map(neededHeight);
      const baselines = single.map((fragment) => sharedBaseline(fragment));
      const largest = Math.max(0, ...baselines.map((baseline) => baseline ?? 0));
      const needed = single.map((fragment, index) => {
        const shift = baselines[index] === undefined ? 0 : largest - baselines[index];
        return Math.max(fragment.height, fragment.neededHeight + shift);
      });
      const { height } = box.style;
      return Math.max(
        0,
        isDefinite(height, indefinite) ? box.resolve("y", height, space.containing) : 0,
        ...needed,
      );
    });
    for (const cell of this.cells.filter(({ rowSpan }) => rowSpan > 1)) {
      const own = neededHeight(cell);
      const missing =
        Math.max(own.height, own.neededHeight) - this.sizeOf(cell, toTracks(heights, this.spacing.y), "row");
      if (missing > 0)
        heights = this.growRows(heights, missing, (row) => row >= cell.row && row < cell.row + cell.rowSpan);
    }
    const total = toTracks(heights, this.spacing.y);
    const target = Math.max(space.height, space.height < 0 ? space.minHeight : 0);
    const extra = target - (total.starts.at(-1) ?? 0) - (heights.at(-1) ?? 0) - this.spacing.y;
    if (extra <= 0 || this.rows.length === 0) return total;
    // As in Chromium, headers and footers grow only in a table without other rows.
    const bodies = this.table.sections.filter(({ box }) => !/header|footer/u.test(box.style.display));
    const growing = new Set(bodies.flatMap(({ rows }) => rows));
    const canGrow = (row: number) => growing.size === 0 || growing.has(this.rows[row]!);
    return toTracks(this.growRows(heights, extra, canGrow), this.spacing.y);
  }

  /** Rows grow in proportion to their content: first those where neither the row nor a cell has a height. */
  private growRows(heights: readonly number[], extra: number, isWithin: (row: number) => boolean): number[] {
    const within = heights.map((_, row) => isWithin(row));
    const auto = within.map((isIn, row) => {
      const { box, cells } = this.rows[row]!;
      const cellBoxes = cells.filter(({ rowSpan }) => rowSpan === 1).map((cell) => cell.box);
      return isIn && heights[row]! > 0 && [box, ...cellBoxes].every(({ style }) => style.height === "auto");
    });
    return grow(heights, extra, heights, auto.includes(true) ? auto : within);
  }

  private fragmentOf(
    box: Box,
    width: number,
    height: number,
    space: ContentSpace,
    content: Content,
  ): Fragment {
    return {
      box,
      edges: box.edges(0),
      width,
      height,
      neededHeight: height,
      content,
      space,
      contentOffset: 0,
      firstBaseline: content.firstBaseline,
      lastBaseline: content.firstBaseline,
      topMargins: noMargins,
      bottomMargins: noMargins,
      collapsesThrough: false,
    };
  }

  /** Places the lines of collapsed borders in the middle of the edges of cells. */
  private placeLines(columns: Tracks, rows: Tracks, space: ContentSpace): PlacedFragment[] {
    const { collapsed } = this.table;
    if (!collapsed) return [];
    const edgeOf = ({ starts, sizes }: Tracks, line: number) =>
      starts[line] ?? (starts.at(-1) ?? 0) + (sizes.at(-1) ?? 0);
    // At a corner, the wider line is above the others.
    const lines = [...collapsed.boxes].toSorted(([a], [b]) => a.border.width - b.border.width);
    return lines.map(([line, box]) => {
      const { isHorizontal, at, border } = line;
      const [along, across] = isHorizontal ? [columns, rows] : [rows, columns];
      const reach = (end: number) => {
        const crossing = collapsed.widthAt(!isHorizontal, end, at) / 2;
        return 2 * crossing > border.width ? -crossing : crossing;
      };
      let from = edgeOf(along, line.start) - reach(line.start);
      const length = edgeOf(along, line.end) + reach(line.end) - from;
      let middle = edgeOf(across, at);
      const width = edgeOf(columns, this.table.columnCount);
      if (this.style.direction === "rtl") {
        if (isHorizontal) from = width - from - length;
        else middle = width - middle;
      }
      const before = middle - border.width / 2;
      const place = (x: number, y: number, lineWidth: number, height: number) => {
        return { fragment: this.fragmentOf(box, lineWidth, height, space, emptyContent), x, y };
      };
      return isHorizontal
        ? place(from, before, length, border.width)
        : place(before, from, border.width, length);
    });
  }
}

function toTracks(sizes: readonly number[], spacing: number): Tracks {
  let position = spacing;
  const starts = sizes.map((size) => {
    const start = position;
    position += size + spacing;
    return start;
  });
  return { starts, sizes };
}

/** The baseline of a cell that it shares with its row, without moved content. */
function sharedBaseline({ box, edges, content, firstBaseline, contentOffset }: Fragment): number | undefined {
  const { verticalAlign } = box.style;
  if (verticalAlign === "top" || verticalAlign === "middle" || verticalAlign === "bottom") return undefined;
  return firstBaseline === undefined ? edges.y.start + content.height : firstBaseline - contentOffset;
}

/** Moves the content of a cell by its `vertical-align`. */
function alignCell(fragment: Fragment, baseline: number): Fragment {
  const { verticalAlign } = fragment.box.style;
  const free = fragment.height - fragment.neededHeight;
  const own = sharedBaseline(fragment);
  const shifts: Partial<Record<string, number>> = { top: 0, middle: snap(free / 2), bottom: free };
  const shift = typeof verticalAlign === "string" ? shifts[verticalAlign] : 0;
  const contentOffset = own === undefined ? (shift ?? 0) : baseline - own;
  const moved = contentOffset - fragment.contentOffset;
  const { firstBaseline } = fragment;
  return {
    ...fragment,
    contentOffset,
    firstBaseline: firstBaseline === undefined ? undefined : firstBaseline + moved,
  };
}

import type { Border, Sides, Style } from "@placard/templates/scene";
import type { GridCell, TableGrid } from "./table-grid.ts";

/** A part of a collapsed border along cells. In grid lines from 0; `at` is across, the others along. */
export interface CollapsedLine {
  readonly isHorizontal: boolean;
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly border: Border;
}

/** The collapsed borders of a table (CSS Tables 3, section 3.7). */
export interface CollapsedBorders {
  readonly table: Sides<Border>;
  readonly borderOf: (cell: GridCell) => Sides<Border>;
  readonly lines: readonly CollapsedLine[];
  /** The widths of the lines across a corner of the grid, in pixels. */
  readonly widthAt: (isHorizontal: boolean, at: number, along: number) => number;
}

const none: Border = { width: 0, style: "none", color: "#00000000" };
/** Inside a cell, rows and columns have no border. */
const inside: Border = { ...none, width: Infinity };
const strength = ["none", "dotted", "dashed", "solid", "double"];

/** The wider border wins, then the stronger style, then the first one. */
function isStronger(a: Border, b: Border): boolean {
  return a.width > b.width || (a.width === b.width && strength.indexOf(a.style) > strength.indexOf(b.style));
}

export function collapseBorders(grid: TableGrid, table: Style): CollapsedBorders {
  const { sections, columnCount, rowCount } = grid;
  const empty = (lines: number, length: number) =>
    Array.from({ length: lines }, () => Array.from({ length }, () => none));
  const horizontal = empty(rowCount + 1, columnCount);
  const vertical = empty(columnCount + 1, rowCount);
  const isRightToLeft = table.direction === "rtl";
  const add = (style: Style, top: number, bottom: number, left: number, right: number) => {
    const { border } = style;
    const compete = (line: Border[] | undefined, from: number, to: number, candidate: Border) => {
      for (let i = from; line && i < to; i++) if (isStronger(candidate, line[i] ?? none)) line[i] = candidate;
    };
    compete(horizontal[top], left, right, border.top);
    compete(vertical[left], top, bottom, isRightToLeft ? border.right : border.left);
    compete(horizontal[bottom], left, right, border.bottom);
    compete(vertical[right], top, bottom, isRightToLeft ? border.left : border.right);
  };
  const rows = sections.flatMap((section) => section.rows);
  for (const { row, rowSpan, column, columnSpan, content } of rows.flatMap(({ cells }) => cells)) {
    if ("style" in content) add(content.style, row, row + rowSpan, column, column + columnSpan);
    for (const line of horizontal.slice(row + 1, row + rowSpan))
      for (let i = column; i < column + columnSpan; i++) line[i] = inside;
    for (const line of vertical.slice(column + 1, column + columnSpan))
      for (let i = row; i < row + rowSpan; i++) line[i] = inside;
  }
  for (const [row, { element }] of rows.entries())
    if (element) add(element.style, row, row + 1, 0, columnCount);
  let start = 0;
  for (const { element, rows: own } of sections) {
    if (element) add(element.style, start, start + own.length, 0, columnCount);
    start += own.length;
  }
  for (const { element, column, columnSpan } of grid.columns)
    add(element.style, 0, rowCount, column, column + columnSpan);
  add(table, 0, rowCount, 0, columnCount);
  for (const line of [...horizontal, ...vertical])
    for (const [index, border] of line.entries()) if (border === inside) line[index] = none;
  /** One half of the widest border of some edges, which takes its space in a box. */
  const half = (line: readonly Border[] | undefined, from: number, to: number): Border => {
    const widths = (line ?? []).slice(from, to).map(({ width }) => width);
    return { ...none, width: Math.max(0, ...widths) / 2 };
  };
  const sidesOf = (top: number, bottom: number, left: number, right: number): Sides<Border> => {
    const [before, after] = [half(vertical[left], top, bottom), half(vertical[right], top, bottom)];
    return {
      top: half(horizontal[top], left, right),
      bottom: half(horizontal[bottom], left, right),
      left: isRightToLeft ? after : before,
      right: isRightToLeft ? before : after,
    };
  };
  return {
    table: sidesOf(0, rowCount, 0, columnCount),
    borderOf: ({ row, rowSpan, column, columnSpan }) =>
      sidesOf(row, row + rowSpan, column, column + columnSpan),
    lines: [...linesOf(horizontal, true), ...linesOf(vertical, false)],
    widthAt: (isHorizontal, at, along) => {
      const line = (isHorizontal ? horizontal : vertical)[at] ?? [];
      return Math.max(line[along - 1]?.width ?? 0, line[along]?.width ?? 0);
    },
  };
}

/** Joins equal edges that follow each other. */
function linesOf(edges: readonly (readonly Border[])[], isHorizontal: boolean): CollapsedLine[] {
  return edges.flatMap((line, at) => {
    const lines: CollapsedLine[] = [];
    for (const [index, border] of line.entries()) {
      if (border.width === 0) continue;
      const last = lines.at(-1);
      const isSame =
        last?.end === index &&
        last.border.width === border.width &&
        last.border.style === border.style &&
        last.border.color === border.color;
      const start = isSame ? lines.pop()!.start : index;
      lines.push({ isHorizontal, at, start, end: index + 1, border });
    }
    return lines;
  });
}

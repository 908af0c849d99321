import type { IntrinsicWidth } from "./box.ts";
import { snap } from "./lengths.ts";

/** What the cells of a column need, in pixels. */
export interface Column extends Readonly<Record<IntrinsicWidth, number>> {
  /** Of the width of the table. */
  readonly percent: number | undefined;
  /** Whether a cell has a width in pixels, which is `max`. */
  readonly isFixed: boolean;
}

const empty: Column = { min: 0, max: 0, percent: undefined, isFixed: false };

/** A cell and the columns that it spans. */
export interface ColumnCell extends Column {
  readonly column: number;
  readonly columnSpan: number;
}

/** The columns of a table (CSS Tables 3, section 3.8.3). `spacing`: between two columns. */
export function measureColumns(cells: readonly ColumnCell[], count: number, spacing: number): Column[] {
  const columns = Array.from({ length: count }, () => empty);
  for (const cell of cells.toSorted((a, b) => a.columnSpan - b.columnSpan)) {
    const { column, columnSpan } = cell;
    const spanned = columns.slice(column, column + columnSpan);
    const parts = columnSpan === 1 ? [cell] : splitCell(cell, spanned, spacing * (columnSpan - 1));
    for (const [index, part] of parts.entries()) columns[column + index] = merge(spanned[index]!, part);
  }
  return columns;
}

function merge(a: Column, b: Column): Column {
  const percent = Math.max(a.percent ?? -1, b.percent ?? -1);
  const min = Math.max(a.min, b.min);
  // A fixed width wins over the content of other cells.
  const fixed = [a, b].filter(({ isFixed }) => isFixed);
  const max = Math.max(min, ...(fixed.length > 0 ? fixed : [a, b]).map((each) => each.max));
  return { min, max, percent: percent < 0 ? undefined : percent, isFixed: fixed.length > 0 };
}

/** What a cell needs of each of several columns. */
function splitCell(cell: ColumnCell, columns: readonly Column[], spacing: number): Column[] {
  const others = columns.filter(({ percent }) => percent === undefined);
  const known = columns.reduce((sum, { percent = 0 }) => sum + percent, 0);
  const rest = cell.percent === undefined ? 0 : cell.percent - known;
  const shares = columns.reduce((sum, { percent, max }) => sum + (percent === undefined ? max : 0), 0);
  const percentOf = ({ percent, max }: Column) => {
    if (percent !== undefined || rest <= 0) return percent;
    return shares > 0 ? (rest * max) / shares : rest / others.length;
  };
  const resolved = columns.map((column) => ({ ...column, percent: percentOf(column) }));
  const mins = distributeWidth(resolved, Math.max(0, cell.min - spacing), true);
  const widened = resolved.map((column, index) => merge(column, { ...column, min: mins[index]! }));
  const maxes = distributeWidth(widened, Math.max(0, cell.max - spacing), cell.isFixed);
  return widened.map((column, index) => ({ ...column, max: Math.max(column.max, maxes[index]!) }));
}

/** The smallest and the preferred width of all columns. */
export function intrinsicWidths(columns: readonly Column[]): Record<IntrinsicWidth, number> {
  let [min, max, percents, others] = [0, 0, 0, 0];
  let byPercent = 0;
  for (const column of columns) {
    min += column.min;
    max += column.max;
    if (column.percent === undefined) others += column.max;
    else {
      percents += column.percent;
      if (column.percent > 0) byPercent = Math.max(byPercent, (100 * column.max) / column.percent);
    }
  }
  if (percents > 0) {
    const rest = percents < 100 ? (100 * others) / (100 - percents) : others > 0 ? 1e6 : 0;
    max = Math.max(max, snap(byPercent), snap(rest));
  }
  return { min, max };
}

/**
 * Distributes a width to columns (CSS Tables 3, section 4.4.1), with the order of Chromium: from their
 * minimum to their percentages, then fixed widths, then the widths of their content, then beyond.
 * `isConstrained`: fixed columns do not grow.
 */
export function distributeWidth(
  columns: readonly Column[],
  width: number,
  isConstrained = false,
): readonly number[] {
  const kindOf = ({ percent, isFixed }: Column) => (percent !== undefined ? 0 : isFixed ? 1 : 2);
  const isOfKind = (kind: number) => columns.map((column) => kindOf(column) === kind);
  const target = Math.max(width, sum(columns.map(({ min }) => min)));
  const percentWidth = ({ percent = 0, min }: Column) => Math.max(min, snap((percent * target) / 100));
  const full = columns.map((column) => (kindOf(column) === 0 ? percentWidth(column) : column.max));
  let sizes = columns.map(({ min }) => min);
  for (const kind of [0, 1, 2]) {
    const next = columns.map((column, index) => (kindOf(column) === kind ? full[index]! : sizes[index]!));
    const total = sum(next);
    if (total >= target) {
      const increases = next.map((size, index) => size - sizes[index]!);
      return grow(sizes, target - sum(sizes), increases, isOfKind(kind));
    }
    sizes = next;
  }
  const has = (kind: number) => isOfKind(kind).includes(true);
  const kind = has(2) ? 2 : has(1) && !isConstrained ? 1 : 0;
  const weights = columns.map(({ percent, max }) => (kind === 0 ? (percent ?? 0) : max));
  return grow(sizes, target - sum(sizes), weights, isOfKind(kind));
}

/** Adds a width to some sizes in proportion to weights; the last one gets the rounding error. */
export function grow(
  sizes: readonly number[],
  extra: number,
  weights: readonly number[],
  isGrowing: readonly boolean[],
): number[] {
  const total = weights.reduce((all, weight, index) => all + (isGrowing[index] ? weight : 0), 0);
  const count = isGrowing.filter(Boolean).length;
  const last = isGrowing.lastIndexOf(true);
  let rest = extra;
  return sizes.map((size, index) => {
    if (!isGrowing[index]) return size;
    const share = index === last ? rest : snap(total > 0 ? (extra * weights[index]!) / total : extra / count);
    rest -= share;
    return size + share;
  });
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

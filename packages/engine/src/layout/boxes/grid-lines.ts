import { getOrInsert } from "@placard/contracts/maps";
import type { GridAreas, GridLine, TrackList } from "@placard/templates/scene";
import type { Axis } from "./lengths.ts";

/** Tracks from `start` to `end`, as indexes of their lines. */
export interface TrackSpan {
  readonly start: number;
  readonly end: number;
}

/** Where an item stands along an axis: at lines, or anywhere with a number of tracks. */
export type Placement = TrackSpan | { readonly span: number };

/** The explicit grid along an axis: the number of its tracks, and its lines by name. */
export interface ExplicitLines {
  readonly count: number;
  readonly named: ReadonlyMap<string, readonly number[]>;
}

/** Collects the names of the lines; an area names the lines around it (CSS Grid 2, section 7.3.2). */
export function explicitLines(
  axis: Axis,
  list: TrackList,
  repetitions: number,
  { rows, columns, areas }: GridAreas,
): ExplicitLines {
  const named = new Map<string, number[]>();
  const add = (name: string, line: number) => {
    const lines = getOrInsert(named, name, () => []);
    if (!lines.includes(line)) lines.push(line);
  };
  let line = 0;
  for (const { sizes, lineNames, repeat } of list) {
    for (let i = repeat ? repetitions : 1; i > 0; i--) {
      for (const [index, names] of lineNames.entries()) for (const name of names) add(name, line + index);
      line += sizes.length;
    }
  }
  for (const [name, area] of Object.entries(areas)) {
    add(`${name}-start`, axis === "x" ? area.columnStart : area.rowStart);
    add(`${name}-end`, axis === "x" ? area.columnEnd : area.rowEnd);
  }
  for (const lines of named.values()) lines.sort((a, b) => a - b);
  return { count: Math.max(line, axis === "x" ? columns : rows), named };
}

/**
 * Resolves the edges of an item to lines from 0; those before the explicit grid are negative (section 8.3).
 */
export function resolvePlacement(start: GridLine, end: GridLine, lines: ExplicitLines): Placement {
  let first = lineOf(start, "start", lines);
  let last = lineOf(end, "end", lines);
  if (first !== undefined && last !== undefined) {
    if (first > last) [first, last] = [last, first];
    return { start: first, end: first === last ? first + 1 : last };
  }
  if (first !== undefined) return { start: first, end: spanFrom(first, end, 1, lines) };
  if (last !== undefined) return { start: spanFrom(last, start, -1, lines), end: last };
  const span = [start, end].find((line) => typeof line === "object" && line.kind === "span");
  const isPlain = typeof span === "object" && span.kind === "span" && span.name === undefined;
  return { span: isPlain ? span.count : 1 };
}

/** The line of an edge; undefined for `auto` and spans. */
export function lineOf(
  edge: GridLine,
  side: "start" | "end",
  { count, named }: ExplicitLines,
): number | undefined {
  if (edge === "auto" || edge.kind === "span") return undefined;
  if (edge.kind === "name") {
    const area = named.get(`${edge.name}-${side}`)?.[0];
    if (area !== undefined) return area;
  }
  const index = edge.kind === "name" ? 1 : edge.index;
  if (edge.name === undefined) return index > 0 ? index - 1 : count + 1 + index;
  // All implicit lines have the name.
  const found = named.get(edge.name) ?? [];
  if (index > 0) return found[index - 1] ?? count + index - found.length;
  return found[found.length + index] ?? index + found.length;
}

/** The line that a span reaches from another line. */
function spanFrom(line: number, span: GridLine, step: 1 | -1, { count, named }: ExplicitLines): number {
  if (span === "auto" || span.kind !== "span") return line + step;
  if (span.name === undefined) return line + step * span.count;
  const found = named.get(span.name) ?? [];
  let remaining = span.count;
  let at = line;
  while (remaining > 0) {
    at += step;
    if (at < 0 || at > count || found.includes(at)) remaining--;
  }
  return at;
}

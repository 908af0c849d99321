import { getOrInsert } from "@placard/contracts/maps";
import type { Style } from "@placard/templates/scene";
import type { Rect } from "../placed.ts";
import { Box, type IntrinsicWidth } from "./box.ts";
import { distributeSpace, isStretching } from "./alignment.ts";
import {
  emptyContent,
  type Content,
  type ContentSpace,
  type Fragment,
  type PlacedFragment,
} from "./fragment.ts";
import { explicitLines, lineOf, type ExplicitLines, type TrackSpan } from "./grid-lines.ts";
import { GridItem } from "./grid-item.ts";
import type { Constraint, GapAt } from "./grid-intrinsic-sizes.ts";
import { placeItems, type GridPlacement } from "./grid-placement.ts";
import { sizeTracks, totalSize, type TrackSizing } from "./grid-track-sizing.ts";
import { countRepetitions, GridTrack, trackSizes } from "./grid-tracks.ts";
import { clamp, indefinite, isPercent, names, snap, snapNearest, type Axis } from "./lengths.ts";

/** The items in their places, and the tracks without sizes. */
interface Grid {
  readonly placement: GridPlacement;
  readonly lines: Readonly<Record<Axis, ExplicitLines>>;
  readonly tracks: Readonly<Record<Axis, ReturnType<typeof trackSizes>>>;
  readonly items: readonly GridItem[];
}

/** Where tracks start and end along an axis. */
interface TrackEdges {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A grid container (CSS Grid 2). */
export class GridContainer extends Box {
  protected readonly usesOwnHeight = true;
  private readonly orderedChildren = this.children.toSorted((a, b) => a.style.order - b.style.order);
  /** By the numbers of repetitions. */
  private readonly grids = new Map<string, Grid>();
  /** The areas of absolutely positioned children need the lines of their layout. */
  private readonly laidOut = new WeakMap<
    Content,
    { grid: Grid; edges: Readonly<Record<Axis, TrackEdges>> }
  >();

  private get template() {
    return this.style.grid;
  }

  private sidesOf(axis: Axis) {
    const { columns, rows, autoColumns, autoRows } = this.template;
    return axis === "x" ? { list: columns, autoSizes: autoColumns } : { list: rows, autoSizes: autoRows };
  }

  /** Section 8: places the items on tracks. */
  private createGrid(
    size: { width: number; height: number },
    limits: Pick<ContentSpace, "minHeight" | "maxHeight">,
  ): Grid {
    const { areas, flow } = this.template;
    const repetitions = (axis: Axis) => {
      const own = size[names[axis].size];
      const [minSize, maxSize] = axis === "y" ? [limits.minHeight, limits.maxHeight] : [0, Infinity];
      const gap = this.length(this.style[names[axis].gap], own);
      return countRepetitions(this.sidesOf(axis).list, {
        size: own >= 0 ? own : maxSize,
        minSize,
        gap,
        em: this.em,
      });
    };
    const counts = { x: repetitions("x"), y: repetitions("y") };
    const key = `${counts.x} ${counts.y}`;
    const known = this.grids.get(key);
    if (known) return known;
    const linesOf = (axis: Axis) => explicitLines(axis, this.sidesOf(axis).list, counts[axis], areas);
    const lines = { x: linesOf("x"), y: linesOf("y") };
    const placement = placeItems(this.orderedChildren, lines, flow);
    const tracksOf = (axis: Axis) =>
      trackSizes({
        ...this.sidesOf(axis),
        repetitions: counts[axis],
        explicitCount: lines[axis].count,
        before: placement.before[axis],
        count: placement.counts[axis],
        isEmpty: (track) =>
          placement.positions.every((span) => track < span[axis].start || track >= span[axis].end),
      });
    const grid = {
      placement,
      lines,
      tracks: { x: tracksOf("x"), y: tracksOf("y") },
      items: this.orderedChildren.map((box, i) => new GridItem(box, placement.positions[i]!, this.style)),
    };
    this.grids.set(key, grid);
    this.pause();
    return grid;
  }

  /** The gap after a track. Gaps around collapsed tracks collapse into one. */
  private gapAt({ tracks }: Grid, axis: Axis, size: number): GapAt {
    const gap = this.length(this.style[names[axis].gap], size);
    const { sizes, collapsed } = tracks[axis];
    if (collapsed.size === 0) return () => gap;
    const last = sizes.findLastIndex((_, index) => !collapsed.has(index));
    return (index) => (collapsed.has(index) || index >= last ? 0 : gap);
  }

  protected override measureContent(kind: IntrinsicWidth, percentHeight: number): number {
    const size = { width: indefinite, height: percentHeight };
    const grid = this.createGrid(size, { minHeight: 0, maxHeight: Infinity });
    const heightOf = this.fixedRows(grid, percentHeight);
    return snapNearest(totalSize(this.sizeColumns(grid, indefinite, `${kind}-content`, heightOf)));
  }

  /** Section 11.1: while the columns are sized, rows of a fixed size are known. */
  private fixedRows(grid: Grid, height: number): (span: TrackSpan) => number {
    const tracks = grid.tracks.y.sizes.map((size) => new GridTrack(size, height, this.em));
    const isFixed = ({ max, isFitContent }: GridTrack) => typeof max === "number" && !isFitContent;
    for (const track of tracks) track.base = track.growthLimit;
    const sizeOf = areaSizes({ tracks, gap: this.gapAt(grid, "y", height) });
    return (span) => (tracks.slice(span.start, span.end).every(isFixed) ? sizeOf(span) : indefinite);
  }

  private sizeColumns(
    grid: Grid,
    available: number,
    constraint: Constraint,
    heightOf: (span: TrackSpan) => number,
  ): TrackSizing {
    return this.sizeAxis("x", grid, {
      items: grid.items.map((item) => item.columnItem(heightOf)),
      constraint,
      available,
      minSize: 0,
      maxSize: Infinity,
      isStretched: available >= 0 && isStretching(this.style.justifyContent),
    });
  }

  private sizeRows(
    grid: Grid,
    available: number,
    { minHeight, maxHeight }: ContentSpace,
    widthOf: (span: TrackSpan) => number,
  ): TrackSizing {
    alignBaselines(grid.items, widthOf);
    return this.sizeAxis("y", grid, {
      items: grid.items.map((item) => item.rowItem(widthOf)),
      constraint: "definite",
      available,
      minSize: minHeight,
      maxSize: maxHeight,
      isStretched: isStretching(this.style.alignContent),
    });
  }

  private sizeAxis(axis: Axis, grid: Grid, options: Omit<TrackSizing, "tracks" | "gap">): TrackSizing {
    const { available } = options;
    const tracks = grid.tracks[axis].sizes.map((size) => new GridTrack(size, available, this.em));
    const sizing = { ...options, tracks, gap: this.gapAt(grid, axis, available) };
    sizeTracks(sizing);
    return sizing;
  }

  protected override layOutContent(space: ContentSpace): Content {
    const grid = this.createGrid(space, space);
    let columns = this.sizeColumns(grid, space.width, "definite", this.fixedRows(grid, space.height));
    let rows = this.sizeRows(grid, space.height, space, areaSizes(columns));
    const height = totalSize(rows);
    const innerHeight = space.height >= 0 ? space.height : clamp(height, space.minHeight, space.maxHeight);
    // Section 12.1: what depends on the height of rows is sized again.
    const dependsOnRows = grid.items.some(({ box }) => box.ratio !== undefined || box.usesContainingHeight);
    if (dependsOnRows) columns = this.sizeColumns(grid, space.width, "definite", areaSizes(rows));
    if (dependsOnRows || (space.height < 0 && this.resolvesRowsAgain(grid)))
      rows = this.sizeRows(
        grid,
        space.height < 0 && !this.resolvesRowsAgain(grid) ? indefinite : innerHeight,
        space,
        areaSizes(columns),
      );
    const edges = {
      x: trackEdges(columns, space.width, this.style.justifyContent, grid.tracks.x.collapsed),
      y: trackEdges(rows, innerHeight, this.style.alignContent, grid.tracks.y.collapsed),
    };
    const content = this.placeFragments(grid, edges, space.width, height);
    this.laidOut.set(content, { grid, edges });
    return content;
  }

  /** Whether the sizes of rows follow from the height that they give the container. */
  private resolvesRowsAgain({ tracks }: Grid): boolean {
    if (isPercent(this.style.rowGap)) return true;
    return tracks.y.sizes.some(
      ({ min, max }) =>
        isPercent(min) ||
        (typeof max === "object" && ("fr" in max ? max.fr < 1 : !("fitContent" in max) && isPercent(max))),
    );
  }

  private placeFragments(
    { items }: Grid,
    edges: Readonly<Record<Axis, TrackEdges>>,
    width: number,
    height: number,
  ): Content {
    const isRightToLeft = this.style.direction === "rtl";
    const children = items.map((item): PlacedFragment => {
      const [left, areaWidth] = areaOf(edges.x, item.span.x);
      const [top, areaHeight] = areaOf(edges.y, item.span.y);
      const fragment = item.layOut({ width: areaWidth, height: areaHeight });
      const x = left + item.offset("x", fragment, areaWidth, isRightToLeft);
      return {
        fragment,
        x: isRightToLeft ? width - x - fragment.width : x,
        y: top + item.offset("y", fragment, areaHeight, false),
      };
    });
    const baseline = (which: "first" | "last") => {
      const lines = items.map(({ span }) => (which === "first" ? span.y.start : -span.y.end));
      const row = Math.min(...lines);
      const inRow = [...items.keys()].filter((i) => lines[i] === row);
      const i = inRow.find((index) => items[index]!.sharedBaseline === which) ?? inRow[0];
      if (i === undefined) return undefined;
      const { fragment, y } = children[i]!;
      const { firstBaseline, lastBaseline, height: ownHeight } = fragment;
      return y + ((which === "first" ? firstBaseline : lastBaseline) ?? ownHeight);
    };
    return {
      ...emptyContent,
      height: Math.max(0, height),
      children,
      firstBaseline: baseline("first"),
      lastBaseline: baseline("last"),
      isEmpty: false,
    };
  }

  /**
   * Section 10: the area of an absolutely positioned child, relative to the content box. `auto` edges are
   * edges of the padding box.
   */
  absoluteArea({ content, edges, width, height }: Fragment, { style }: Box): Rect | undefined {
    const layout = this.laidOut.get(content);
    if (!layout) return undefined;
    const { grid } = layout;
    const { border, direction } = this.style;
    const along = (axis: Axis): readonly [number, number] => {
      const isReversed = axis === "x" && direction === "rtl";
      const size = (axis === "x" ? width : height) - edges[axis].inner;
      const { start, end } = names[axis];
      const paddingOf = (side: typeof start | typeof end, inner: number) => inner - border[side].width;
      const paddings = [paddingOf(start, edges[axis].start), paddingOf(end, edges[axis].end)];
      const [before = 0, after = 0] = isReversed ? paddings.toReversed() : paddings;
      const { starts, ends } = layout.edges[axis];
      const offset = grid.placement.before[axis];
      const lineAt = (side: "start" | "end") => {
        const edge = style.gridItem[names[axis][side === "start" ? "gridStart" : "gridEnd"]];
        const line = lineOf(edge, side, grid.lines[axis]);
        return line === undefined || line + offset < 0 || line + offset > starts.length
          ? undefined
          : line + offset;
      };
      let [from, to] = [lineAt("start"), lineAt("end")];
      if (from !== undefined && to !== undefined && from > to) [from, to] = [to, from];
      if (from === to) to = undefined;
      const at = (from === undefined ? undefined : (starts[from] ?? ends[from - 1])) ?? -before;
      const until = (to === undefined ? undefined : (ends[to - 1] ?? starts[to])) ?? size + after;
      return isReversed ? [size - until, until - at] : [at, until - at];
    };
    const [[x, areaWidth], [y, areaHeight]] = [along("x"), along("y")];
    return { x, y, width: Math.max(0, areaWidth), height: Math.max(0, areaHeight) };
  }
}

/** The sizes of areas with the current sizes of the tracks. */
function areaSizes({ tracks, gap }: Pick<TrackSizing, "tracks" | "gap">): (span: TrackSpan) => number {
  return ({ start, end }) => {
    let size = 0;
    for (let index = start; index < end; index++)
      size += (tracks[index]?.base ?? 0) + (index < end - 1 ? gap(index) : 0);
    return snapNearest(size);
  };
}

/** Section 11.9 (alignment of the tracks). */
function trackEdges(
  sizing: TrackSizing,
  size: number,
  alignment: Style["justifyContent"],
  collapsed: ReadonlySet<number>,
): TrackEdges {
  const { tracks, gap } = sizing;
  const count = tracks.length - collapsed.size;
  const { before, between } = distributeSpace(alignment, size - totalSize(sizing), count, false);
  const starts: number[] = [];
  const ends: number[] = [];
  let position = before;
  for (const [index, { base }] of tracks.entries()) {
    starts.push(snapNearest(position));
    position += base;
    ends.push(snapNearest(position));
    position += (collapsed.has(index) ? 0 : between) + gap(index);
  }
  return { starts, ends };
}

function areaOf({ starts, ends }: TrackEdges, span: TrackSpan): readonly [start: number, size: number] {
  const start = starts[span.start] ?? 0;
  return [start, (ends[span.end - 1] ?? start) - start];
}

/** Section 11.5, step 1: items that share a baseline get space above or below them. */
function alignBaselines(items: readonly GridItem[], widthOf: (span: TrackSpan) => number): void {
  const groups = new Map<string, GridItem[]>();
  for (const item of items) {
    item.baselineShim = 0;
    const { sharedBaseline, span } = item;
    if (!sharedBaseline) continue;
    const key = `${sharedBaseline} ${sharedBaseline === "first" ? span.y.start : span.y.end}`;
    getOrInsert(groups, key, () => []).push(item);
  }
  for (const group of groups.values()) {
    const distances = group.map((item) => item.baselineDistance(widthOf));
    const largest = Math.max(...distances);
    for (const [index, item] of group.entries()) item.baselineShim = snap(largest - distances[index]!);
  }
}

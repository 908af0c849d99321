import type { Box } from "./box.ts";
import { resolvePlacement, type ExplicitLines, type Placement, type TrackSpan } from "./grid-lines.ts";
import { names, type Axis } from "./lengths.ts";

/** The tracks of an item on both axes. */
export type GridPosition = Readonly<Record<Axis, TrackSpan>>;

/** The items in their places. Lines count from the first implicit one. */
export interface GridPlacement {
  readonly positions: readonly GridPosition[];
  /** The number of tracks on each axis. */
  readonly counts: Readonly<Record<Axis, number>>;
  /** The number of implicit tracks before the explicit grid. */
  readonly before: Readonly<Record<Axis, number>>;
}

/** The most tracks of an axis: 100 explicit ones, and one for each of the 400 elements of a card. */
const maxTracks = 500;

interface Pending {
  readonly index: number;
  /** Along the axis that items are placed along (`minor`), and across it. */
  readonly minor: Placement;
  readonly major: Placement;
}

/** Places the items (CSS Grid 2, section 8.5). `flow: "row"` fills each row before the next one. */
export function placeItems(
  boxes: readonly Box[],
  lines: Readonly<Record<Axis, ExplicitLines>>,
  flow: { readonly axis: "row" | "column"; readonly isDense: boolean },
): GridPlacement {
  const [minorAxis, majorAxis]: [Axis, Axis] = flow.axis === "row" ? ["x", "y"] : ["y", "x"];
  const placementOf = ({ style: { gridItem } }: Box, axis: Axis) =>
    resolvePlacement(gridItem[names[axis].gridStart], gridItem[names[axis].gridEnd], lines[axis]);
  const pending = boxes.map((box, index): Pending => {
    return { index, minor: placementOf(box, minorAxis), major: placementOf(box, majorAxis) };
  });
  const taken = new OccupiedAreas();
  const minorSpans: TrackSpan[] = [];
  const majorSpans: TrackSpan[] = [];
  const place = (index: number, minor: TrackSpan, major: TrackSpan) => {
    minorSpans[index] = minor;
    majorSpans[index] = major;
    taken.occupy(minor, major);
  };
  const firstOf = (axis: "minor" | "major") =>
    Math.min(0, ...pending.map(({ [axis]: own }) => ("start" in own ? own.start : 0)));
  const [minorStart, majorStart] = [firstOf("minor"), firstOf("major")];
  const minorEnds = pending.map(({ minor }) => ("start" in minor ? minor.end : minorStart + minor.span));
  let minorEnd = Math.max(lines[minorAxis].count, ...minorEnds);
  // 1: items with both positions.
  for (const { index, minor, major } of pending) {
    if ("start" in minor && "start" in major) place(index, minor, major);
  }
  // 2: items locked to a row (or a column).
  const cursors = new Map<number, number>();
  for (const { index, minor, major } of pending) {
    if ("start" in minor || !("start" in major)) continue;
    const from = flow.isDense ? minorStart : (cursors.get(major.start) ?? minorStart);
    const span = taken.findAlong(from, minor.span, major).place;
    cursors.set(major.start, span.end);
    minorEnd = Math.max(minorEnd, span.end);
    place(index, span, major);
  }
  // 4: the others, with a cursor. Those beyond the limit end up in the last track.
  const majorLimit = majorStart + maxTracks;
  let [minorCursor, majorCursor] = [minorStart, majorStart];
  for (const { index, minor, major } of pending) {
    if ("start" in major) continue;
    if (flow.isDense) [minorCursor, majorCursor] = [minorStart, majorStart];
    if ("start" in minor) {
      if (minor.start < minorCursor) majorCursor++;
      minorCursor = minor.start;
      while (majorCursor < majorLimit) {
        const span = minor.end - minor.start;
        const { place: free, nextMajor } = taken.findAlong(
          minor.start,
          span,
          spanAt(majorCursor, major.span),
        );
        if (free.start === minor.start) break;
        majorCursor = nextMajor;
      }
      place(index, minor, spanAt(majorCursor, major.span));
      continue;
    }
    while (majorCursor < majorLimit) {
      const band = spanAt(majorCursor, major.span);
      const { place: free, nextMajor } = taken.findAlong(minorCursor, minor.span, band);
      if (free.end <= minorEnd) {
        minorCursor = free.start;
        break;
      }
      // Until the first of the areas in the way ends, they are in the way.
      majorCursor = minorCursor === minorStart ? nextMajor : majorCursor + 1;
      minorCursor = minorStart;
    }
    place(index, spanAt(minorCursor, minor.span), spanAt(majorCursor, major.span));
  }
  const minorCount = Math.min(minorEnd - minorStart, maxTracks);
  const majorEnd = majorSpans.reduce((end, span) => Math.max(end, span.end), lines[majorAxis].count);
  const majorCount = Math.min(majorEnd - majorStart, maxTracks);
  const byAxis = <T>(minor: T, major: T) =>
    (minorAxis === "x" ? { x: minor, y: major } : { x: major, y: minor }) as Record<Axis, T>;
  return {
    positions: minorSpans.map((span, index) =>
      byAxis(clampSpan(span, minorStart, minorCount), clampSpan(majorSpans[index]!, majorStart, majorCount)),
    ),
    counts: byAxis(minorCount, majorCount),
    before: byAxis(-minorStart, -majorStart),
  };
}

/** The part of a span in the grid, counted from its first track; at least the last track (section 8.6). */
function clampSpan({ start, end }: TrackSpan, first: number, count: number): TrackSpan {
  return { start: Math.min(start - first, count - 1), end: Math.min(end - first, count) };
}

function spanAt(start: number, span: number): TrackSpan {
  return { start, end: start + span };
}

/** The areas that are taken, by the start of their minor spans. */
class OccupiedAreas {
  private readonly areas: { readonly minor: TrackSpan; readonly major: TrackSpan }[] = [];

  occupy(minor: TrackSpan, major: TrackSpan): void {
    const index = this.areas.findIndex((area) => area.minor.start > minor.start);
    this.areas.splice(index < 0 ? this.areas.length : index, 0, { minor, major });
  }

  /** The first free place from a line on, and the next line of the major axis where another one may be. */
  findAlong(from: number, span: number, major: TrackSpan): { place: TrackSpan; nextMajor: number } {
    let start = from;
    let nextMajor = Infinity;
    for (const area of this.areas) {
      if (area.major.start >= major.end || major.start >= area.major.end) continue;
      nextMajor = Math.min(nextMajor, area.major.end);
      if (area.minor.start < start + span && start < area.minor.end) start = area.minor.end;
    }
    return { place: spanAt(start, span), nextMajor: nextMajor === Infinity ? major.start + 1 : nextMajor };
  }
}

import type { GridTrack } from "./grid-tracks.ts";
import type { TrackSpan } from "./grid-lines.ts";

/** What an item needs of its tracks along an axis, in pixels (CSS Grid 2, section 11.5). */
export interface TrackItem extends TrackSpan {
  /** The minimum contribution; `limit`: of the automatic minimum. */
  readonly minimum: (isAutomatic: boolean, limit: number) => number;
  readonly minContent: () => number;
  readonly maxContent: () => number;
}

export type Constraint = "definite" | "min-content" | "max-content";

export type GapAt = (index: number) => number;

/** Resolves the sizes of tracks that depend on their content (CSS Grid 2, section 11.5). */
export function resolveIntrinsicSizes(
  tracks: readonly GridTrack[],
  items: readonly TrackItem[],
  gap: GapAt,
  constraint: Constraint,
): void {
  const crossesFlexible = new Set(items.filter((item) => tracksOf(tracks, item).some(isFlexible)));
  const groups = new Map<number, TrackItem[]>();
  for (const item of items) {
    if (crossesFlexible.has(item) || !tracksOf(tracks, item).some(isIntrinsic)) continue;
    const span = item.end - item.start;
    const group = groups.get(span);
    if (group) group.push(item);
    else groups.set(span, [item]);
  }
  const spans = [...groups.keys()].sort((a, b) => a - b);
  for (const span of spans) sizeForItems(tracks, groups.get(span)!, gap, constraint, false);
  if (crossesFlexible.size > 0) sizeForItems(tracks, [...crossesFlexible], gap, constraint, true);
  for (const track of tracks) if (track.growthLimit === Infinity) track.growthLimit = track.base;
}

/** Increases sizes for items that span the same number of tracks, or that span flexible tracks. */
function sizeForItems(
  tracks: readonly GridTrack[],
  items: readonly TrackItem[],
  gap: GapAt,
  constraint: Constraint,
  isFlexGroup: boolean,
): void {
  const limited = (item: TrackItem, size: number) => Math.min(size, limitOf(tracks, item, gap));
  const minimum = (item: TrackItem) => {
    const spanned = tracksOf(tracks, item);
    // Section 6.6: the minimum is automatic if a track has the minimum `auto`, and none of several is flexible.
    const isAutomatic =
      spanned.some(({ min }) => min === "auto") && (spanned.length === 1 || !spanned.some(isFlexible));
    const hasFixedLimit = spanned.every(({ isFitContent }) => !isFitContent);
    return item.minimum(isAutomatic, hasFixedLimit ? limitOf(tracks, item, gap) : Infinity);
  };
  const increaseBase = (
    isAffected: (track: GridTrack) => boolean,
    grows: (track: GridTrack) => boolean,
    sizeOf: (item: TrackItem) => number,
    limits = baseAndLimit,
  ) => {
    const touched = new Set<GridTrack>();
    for (const item of items) {
      const spanned = tracksOf(tracks, item);
      const affected = spanned.filter((track) => isAffected(track) && (!isFlexGroup || track.isFlexible));
      if (affected.length === 0) continue;
      const used = spanned.reduce((sum, { base }) => sum + base, gapsWithin(item, gap));
      distribute(affected, Math.max(0, sizeOf(item) - used), isFlexGroup, limits, grows);
      for (const track of affected) {
        track.plannedIncrease = Math.max(track.plannedIncrease, track.itemIncrease);
        touched.add(track);
      }
    }
    for (const track of touched) {
      track.base += track.plannedIncrease;
      track.plannedIncrease = 0;
    }
  };
  const raiseLimits = () => {
    for (const item of items)
      for (const track of tracksOf(tracks, item)) track.growthLimit = Math.max(track.growthLimit, track.base);
  };
  const hasIntrinsicMax = (track: GridTrack) => track.hasIntrinsicMax;
  const hasMaxContentMax = ({ max, isFlexible: flexible }: GridTrack) =>
    !flexible && (max === "max-content" || max === "auto");

  increaseBase(
    (track) => track.hasIntrinsicMin,
    hasIntrinsicMax,
    (item) => {
      const size = minimum(item);
      return constraint === "min-content" ? Math.max(size, limited(item, item.minContent())) : size;
    },
  );
  increaseBase(
    ({ min }) => min === "min-content" || min === "max-content",
    hasIntrinsicMax,
    (item) => item.minContent(),
  );
  increaseBase(
    ({ min }) => min === "max-content",
    hasMaxContentMax,
    (item) => item.maxContent(),
  );
  // As in Chromium, this is the last step, and `fit-content()` limits it.
  if (constraint === "max-content") {
    increaseBase(
      ({ min, max }) => min === "auto" && max !== "min-content",
      hasMaxContentMax,
      (item) => Math.max(minimum(item), limited(item, item.maxContent())),
      baseAndFitLimit,
    );
  }
  raiseLimits();
  if (isFlexGroup) return;

  const increaseLimits = (
    isAffected: (track: GridTrack) => boolean,
    sizeOf: (item: TrackItem) => number,
    marksGrowable: boolean,
  ) => {
    const touched = new Set<GridTrack>();
    for (const item of items) {
      const spanned = tracksOf(tracks, item);
      const affected = spanned.filter(isAffected);
      if (affected.length === 0) continue;
      const used = spanned.reduce((sum, track) => sum + finiteLimit(track), gapsWithin(item, gap));
      distribute(affected, Math.max(0, sizeOf(item) - used), false, limitAndGrowth, hasIntrinsicMax);
      for (const track of affected) {
        track.plannedIncrease = Math.max(track.plannedIncrease, track.itemIncrease);
        touched.add(track);
      }
    }
    for (const track of touched) {
      const wasInfinite = track.growthLimit === Infinity;
      track.growthLimit = finiteLimit(track) + track.plannedIncrease;
      track.isInfinitelyGrowable = marksGrowable && wasInfinite;
      track.plannedIncrease = 0;
    }
  };
  increaseLimits(hasIntrinsicMax, (item) => item.minContent(), true);
  increaseLimits(hasMaxContentMax, (item) => item.maxContent(), false);
  for (const item of items) for (const track of tracksOf(tracks, item)) track.isInfinitelyGrowable = false;
}

type Limits = (track: GridTrack) => readonly [size: number, limit: number];

const baseAndLimit: Limits = (track) => [track.base, track.growthLimit];

const baseAndFitLimit: Limits = (track) => [
  track.base,
  track.isFitContent ? fitLimitOf(track) : track.growthLimit,
];

const limitAndGrowth: Limits = (track) => {
  const isOpen = track.growthLimit === Infinity || track.isInfinitelyGrowable || track.isFitContent;
  return [finiteLimit(track), isOpen ? fitLimitOf(track) : finiteLimit(track)];
};

function fitLimitOf({ fitLimit, base }: GridTrack): number {
  return fitLimit < Infinity ? Math.max(fitLimit, base) : Infinity;
}

/** Section 11.5.1: distributes extra space to `itemIncrease` of the tracks; beyond their limits to some. */
function distribute(
  tracks: readonly GridTrack[],
  space: number,
  isByFlex: boolean,
  limits: Limits,
  growsBeyond: (track: GridTrack) => boolean,
): void {
  for (const track of tracks) track.itemIncrease = 0;
  if (space <= 0) return;
  const flexSum = isByFlex ? tracks.reduce((sum, { flex }) => sum + flex, 0) : 0;
  if (flexSum > 0) {
    for (const track of tracks) track.itemIncrease = (space * track.flex) / flexSum;
    return;
  }
  if (isByFlex) {
    for (const track of tracks) track.itemIncrease = space / tracks.length;
    return;
  }
  const rest = distributeToLimits(tracks, space, (track) => {
    const [size, limit] = limits(track);
    return limit - size;
  });
  if (rest <= 0) return;
  const isBase = limits === baseAndLimit;
  const beyond = tracks.filter((track) => growsBeyond(track) && (isBase || !track.isFitContent));
  const growing = beyond.length > 0 || !isBase ? beyond : tracks;
  for (const track of growing) track.itemIncrease += rest / growing.length;
}

/** Gives equal shares up to the room of each track, and returns what is left. */
export function distributeToLimits(
  tracks: readonly GridTrack[],
  space: number,
  roomOf: (track: GridTrack) => number,
): number {
  const sorted = tracks.map((track) => ({ track, room: Math.max(0, roomOf(track)) }));
  sorted.sort((a, b) => a.room - b.room);
  let left = space;
  for (const [index, { track, room }] of sorted.entries()) {
    const share = Math.min(room, left / (sorted.length - index));
    track.itemIncrease = share;
    left -= share;
  }
  return left;
}

/** The sum of the fixed maximums of the tracks of an item, and the gaps; infinite if one is not fixed. */
function limitOf(tracks: readonly GridTrack[], item: TrackItem, gap: GapAt): number {
  return tracksOf(tracks, item).reduce(
    (sum, track) => {
      if (track.isFitContent) return sum + track.fitLimit;
      return typeof track.max === "number"
        ? sum + Math.max(track.max, typeof track.min === "number" ? track.min : 0)
        : Infinity;
    },
    gapsWithin(item, gap),
  );
}

export function tracksOf(tracks: readonly GridTrack[], { start, end }: TrackSpan): readonly GridTrack[] {
  return tracks.slice(start, end);
}

/** The gaps between the tracks of an item. */
export function gapsWithin({ start, end }: TrackSpan, gap: GapAt): number {
  let sum = 0;
  for (let index = start; index < end - 1; index++) sum += gap(index);
  return sum;
}

function finiteLimit({ growthLimit, base }: GridTrack): number {
  return growthLimit === Infinity ? base : growthLimit;
}

function isFlexible(track: GridTrack): boolean {
  return track.isFlexible;
}

function isIntrinsic(track: GridTrack): boolean {
  return track.hasIntrinsicMin || track.hasIntrinsicMax;
}

import { getOrInsert } from "@placard/contracts/maps";
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

/** An item with its tracks and the gaps between them. */
export interface SpanningItem extends TrackItem {
  readonly tracks: readonly GridTrack[];
  readonly gaps: number;
}

/** Resolves the sizes of tracks that depend on their content (CSS Grid 2, section 11.5). */
export function resolveIntrinsicSizes(
  tracks: readonly GridTrack[],
  items: readonly SpanningItem[],
  constraint: Constraint,
): void {
  const crossesFlexible = items.filter((item) => item.tracks.some(isFlexible));
  const groups = new Map<number, SpanningItem[]>();
  for (const item of items) {
    if (item.tracks.some(isFlexible) || !item.tracks.some(isIntrinsic)) continue;
    getOrInsert(groups, item.tracks.length, () => []).push(item);
  }
  const spans = [...groups.keys()].sort((a, b) => a - b);
  for (const span of spans) sizeForItems(groups.get(span)!, constraint, false);
  if (crossesFlexible.length > 0) sizeForItems(crossesFlexible, constraint, true);
  for (const track of tracks) if (track.growthLimit === Infinity) track.growthLimit = track.base;
}

/** Increases sizes for items that span the same number of tracks, or that span flexible tracks. */
function sizeForItems(items: readonly SpanningItem[], constraint: Constraint, isFlexGroup: boolean): void {
  const minimum = (item: SpanningItem) => {
    const spanned = item.tracks;
    // Section 6.6: the minimum is automatic if a track has the minimum `auto`, and none is flexible.
    const isAutomatic =
      spanned.some(({ min }) => min === "auto") && (spanned.length === 1 || !spanned.some(isFlexible));
    const hasFixedLimit = spanned.every(({ isFitContent }) => !isFitContent);
    return item.minimum(isAutomatic, hasFixedLimit ? limitOf(item) : Infinity);
  };
  /** Plans the largest increase of each affected track that an item needs, and returns these tracks. */
  const planIncreases = (
    isAffected: (track: GridTrack) => boolean,
    grows: (track: GridTrack) => boolean,
    sizeOf: (item: SpanningItem) => number,
    limits: Limits,
  ): ReadonlySet<GridTrack> => {
    const planned = new Set<GridTrack>();
    for (const item of items) {
      const affected = item.tracks.filter((track) => isAffected(track) && (!isFlexGroup || track.isFlexible));
      if (affected.length === 0) continue;
      const used = item.tracks.reduce((sum, track) => sum + limits(track)[0], item.gaps);
      distribute(affected, Math.max(0, sizeOf(item) - used), isFlexGroup, limits, grows);
      for (const track of affected) {
        track.plannedIncrease = Math.max(track.plannedIncrease, track.itemIncrease);
        planned.add(track);
      }
    }
    return planned;
  };
  const increaseBase = (
    isAffected: (track: GridTrack) => boolean,
    grows: (track: GridTrack) => boolean,
    sizeOf: (item: SpanningItem) => number,
    limits = baseAndLimit,
  ) => {
    for (const track of planIncreases(isAffected, grows, sizeOf, limits)) {
      track.base += track.plannedIncrease;
      track.plannedIncrease = 0;
    }
  };
  const raiseLimits = () => {
    for (const item of items)
      for (const track of item.tracks) track.growthLimit = Math.max(track.growthLimit, track.base);
  };
  const hasIntrinsicMax = (track: GridTrack) => track.hasIntrinsicMax;
  const hasMaxContentMax = ({ max, isFlexible: flexible }: GridTrack) =>
    !flexible && (max === "max-content" || max === "auto");

  // As in Chromium, also under a min-content constraint: items with `overflow: hidden` need no space.
  increaseBase((track) => track.hasIntrinsicMin, hasIntrinsicMax, minimum);
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
      (item) => Math.max(minimum(item), Math.min(item.maxContent(), limitOf(item))),
      baseAndFitLimit,
    );
  }
  raiseLimits();
  if (isFlexGroup) return;

  const increaseLimits = (
    isAffected: (track: GridTrack) => boolean,
    sizeOf: (item: SpanningItem) => number,
    marksGrowable: boolean,
  ) => {
    for (const track of planIncreases(isAffected, hasIntrinsicMax, sizeOf, limitAndGrowth)) {
      const wasInfinite = track.growthLimit === Infinity;
      track.growthLimit = finiteLimit(track) + track.plannedIncrease;
      track.isInfinitelyGrowable = marksGrowable && wasInfinite;
      track.plannedIncrease = 0;
    }
  };
  increaseLimits(hasIntrinsicMax, (item) => item.minContent(), true);
  increaseLimits(hasMaxContentMax, (item) => item.maxContent(), false);
  for (const item of items) for (const track of item.tracks) track.isInfinitelyGrowable = false;
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
  if (isByFlex) {
    const flexSum = tracks.reduce((sum, { flex }) => sum + flex, 0);
    const shareOf = ({ flex }: GridTrack) => (flexSum > 0 ? flex / flexSum : 1 / tracks.length);
    for (const track of tracks) track.itemIncrease = space * shareOf(track);
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
  const equal = space / tracks.length;
  if (tracks.every((track) => roomOf(track) >= equal)) {
    for (const track of tracks) track.itemIncrease = equal;
    return 0;
  }
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
function limitOf({ tracks, gaps }: SpanningItem): number {
  let sum = gaps;
  for (const { max, min, isFitContent, fitLimit } of tracks) {
    if (isFitContent) sum += fitLimit;
    else if (typeof max === "number") sum += Math.max(max, typeof min === "number" ? min : 0);
    else return Infinity;
  }
  return sum;
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

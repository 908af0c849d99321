import {
  distributeToLimits,
  gapsWithin,
  resolveIntrinsicSizes,
  type Constraint,
  type GapAt,
  type SpanningItem,
  type TrackItem,
} from "./grid-intrinsic-sizes.ts";
import type { GridTrack } from "./grid-tracks.ts";

export interface TrackSizing {
  readonly tracks: readonly GridTrack[];
  readonly items: readonly TrackItem[];
  readonly gap: GapAt;
  readonly constraint: Constraint;
  /** The size of the container; indefinite under a constraint. */
  readonly available: number;
  /** The limits of the container. */
  readonly minSize: number;
  readonly maxSize: number;
  /** Whether `auto` tracks stretch. */
  readonly isStretched: boolean;
}

/** Determines the base sizes of the tracks along an axis (CSS Grid 2, section 11.3). */
export function sizeTracks(sizing: TrackSizing): void {
  const { tracks, gap, constraint } = sizing;
  const items = sizing.items.map((item): SpanningItem => {
    return { ...item, tracks: tracks.slice(item.start, item.end), gaps: gapsWithin(item, gap) };
  });
  resolveIntrinsicSizes(tracks, items, constraint);
  maximizeTracks(sizing);
  expandFlexibleTracks(sizing, items);
  if (sizing.isStretched) stretchAutoTracks(sizing);
}

function gapsOf({ tracks, gap }: TrackSizing): number {
  return gapsWithin({ start: 0, end: tracks.length }, gap);
}

/** The sum of the sizes of all tracks and the gaps. */
export function totalSize(sizing: TrackSizing): number {
  return sizing.tracks.reduce((sum, { base }) => sum + base, gapsOf(sizing));
}

/** Section 11.6. */
function maximizeTracks(sizing: TrackSizing): void {
  const { tracks, constraint, available, maxSize } = sizing;
  if (constraint === "min-content") return;
  let limit = available;
  if (available < 0) {
    const grown = tracks.reduce((sum, { growthLimit }) => sum + growthLimit, gapsOf(sizing));
    if (grown <= maxSize) {
      for (const track of tracks) track.base = track.growthLimit;
      return;
    }
    limit = maxSize;
  }
  const free = limit - totalSize(sizing);
  if (free <= 0) return;
  distributeToLimits(tracks, free, ({ base, growthLimit }) => growthLimit - base);
  for (const track of tracks) track.base += track.itemIncrease;
}

/** Section 11.7. */
function expandFlexibleTracks(sizing: TrackSizing, items: readonly SpanningItem[]): void {
  const { tracks, constraint, available, minSize, maxSize } = sizing;
  const flexible = tracks.filter(({ isFlexible }) => isFlexible);
  if (flexible.length === 0 || constraint === "min-content") return;
  let fraction: number;
  if (available >= 0) fraction = findFraction(tracks, available - gapsOf(sizing));
  else {
    fraction = 0;
    for (const { base, flex } of flexible) fraction = Math.max(fraction, base / Math.max(1, flex));
    for (const item of items) {
      if (!item.tracks.some(({ isFlexible }) => isFlexible)) continue;
      fraction = Math.max(fraction, findFraction(item.tracks, item.maxContent() - item.gaps));
    }
    const size = tracks.reduce(
      (sum, { base, flex, isFlexible }) => sum + (isFlexible ? Math.max(base, fraction * flex) : base),
      gapsOf(sizing),
    );
    const limit = size < minSize ? minSize : size > maxSize ? maxSize : undefined;
    if (limit !== undefined) fraction = findFraction(tracks, limit - gapsOf(sizing));
  }
  for (const track of flexible) track.base = Math.max(track.base, fraction * track.flex);
}

/** Section 11.7.1: the size of 1fr. Tracks whose base size is larger than their share count as inflexible. */
function findFraction(tracks: readonly GridTrack[], space: number): number {
  const inflexible = new Set<GridTrack>();
  for (;;) {
    let left = space;
    let flexSum = 0;
    for (const track of tracks) {
      if (track.isFlexible && !inflexible.has(track)) flexSum += track.flex;
      else left -= track.base;
    }
    const fraction = Math.max(0, left) / Math.max(1, flexSum);
    const count = inflexible.size;
    for (const track of tracks)
      if (track.isFlexible && fraction * track.flex < track.base) inflexible.add(track);
    if (inflexible.size === count) return fraction;
  }
}

/** Section 11.8. */
function stretchAutoTracks(sizing: TrackSizing): void {
  const { tracks, available, minSize } = sizing;
  const stretching = tracks.filter(
    ({ max, isFlexible, isFitContent }) => max === "auto" && !isFlexible && !isFitContent,
  );
  const free = (available >= 0 ? available : minSize) - totalSize(sizing);
  if (free > 0) for (const track of stretching) track.base += free / stretching.length;
}

import type { Length, TrackBreadth, TrackList, TrackSize } from "@placard/templates/scene";
import { isPercent, pixels } from "./lengths.ts";

/** The most tracks of `auto-fill`, which bounds the work for a large grid with small tracks. */
const maxRepeatedTracks = 200;

type Breadth = number | "auto" | "min-content" | "max-content";

/** A track during layout. Lengths in pixels. */
export class GridTrack {
  /** The minimum sizing function: pixels if it is fixed. */
  readonly min: Breadth;
  /** The maximum sizing function; `auto` for `fit-content()` and flexible tracks, too. */
  readonly max: Breadth;
  /** The flex factor; 0 if it is not flexible. */
  readonly flex: number;
  /** The argument of `fit-content()`. */
  readonly fitLimit: number;
  readonly isFlexible: boolean;
  base: number;
  growthLimit: number;
  isInfinitelyGrowable = false;
  plannedIncrease = 0;
  itemIncrease = 0;

  constructor(size: TrackSize, available: number, em: number) {
    const resolve = (breadth: TrackBreadth): Breadth => {
      if (typeof breadth === "string") return breadth;
      return available < 0 && isPercent(breadth) ? "auto" : Math.max(0, pixels(breadth, available, em));
    };
    this.min = resolve(size.min);
    const { max } = size;
    this.isFlexible = typeof max === "object" && "fr" in max;
    this.flex = typeof max === "object" && "fr" in max ? max.fr : 0;
    const fitContent = typeof max === "object" && "fitContent" in max ? resolve(max.fitContent) : "auto";
    this.fitLimit = typeof fitContent === "number" ? fitContent : Infinity;
    this.max = typeof max === "object" && ("fr" in max || "fitContent" in max) ? "auto" : resolve(max);
    this.base = typeof this.min === "number" ? this.min : 0;
    this.growthLimit = Math.max(this.base, typeof this.max === "number" ? this.max : Infinity);
    if (this.isFlexible) this.growthLimit = this.base;
  }

  get isFitContent(): boolean {
    return this.fitLimit < Infinity;
  }

  get hasIntrinsicMin(): boolean {
    return typeof this.min === "string";
  }

  get hasIntrinsicMax(): boolean {
    return typeof this.max === "string" && !this.isFlexible;
  }
}

const emptyTrack: TrackSize = { min: 0, max: 0 };
const autoTrack: TrackSize = { min: "auto", max: "auto" };

export interface RepeatSpace {
  /** The size of the container, or its maximum; infinite if there is none. */
  readonly size: number;
  /** The minimum of a container without a size. */
  readonly minSize: number;
  readonly gap: number;
  readonly em: number;
}

/** The number of automatic repetitions (CSS Grid 2, section 7.2.3.2). */
export function countRepetitions(list: TrackList, { size, minSize, gap, em }: RepeatSpace): number {
  const repeated = list.find(({ repeat }) => repeat);
  if (!repeated) return 0;
  const base = size < Infinity ? size : minSize;
  const sum = (tracks: readonly TrackSize[]) =>
    tracks.reduce((total, track) => total + gap + definiteSize(track, base, em), 0);
  const others = sum(list.flatMap(({ sizes, repeat }) => (repeat ? [] : sizes))) - gap;
  const one = Math.max(1, sum(repeated.sizes));
  const count =
    size < Infinity ? Math.floor((size - others) / one + 1e-6) : Math.ceil((minSize - others) / one - 1e-6);
  return Math.max(1, Math.min(count, Math.floor(maxRepeatedTracks / repeated.sizes.length)));
}

function definiteSize({ min, max }: TrackSize, base: number, em: number): number {
  const lengthOf = (value: TrackSize["max"]): Length | undefined =>
    typeof value === "string" || (typeof value === "object" && ("fr" in value || "fitContent" in value))
      ? undefined
      : value;
  const [lower, upper] = [lengthOf(min), lengthOf(max)].map(
    (length) => length !== undefined && Math.max(0, pixels(length, base, em)),
  );
  if (typeof upper === "number") return Math.max(upper, lower || 0);
  return lower || 0;
}

export interface TrackSource {
  readonly list: TrackList;
  readonly repetitions: number;
  readonly autoSizes: readonly TrackSize[];
  readonly explicitCount: number;
  readonly before: number;
  readonly count: number;
  /** Whether a track has no items, by index. */
  readonly isEmpty: (track: number) => boolean;
}

/** The sizes of all tracks: the explicit ones, and implicit ones around them (section 7.5). */
export function trackSizes(source: TrackSource): { sizes: readonly TrackSize[]; collapsed: Set<number> } {
  const { list, repetitions, autoSizes, explicitCount, before, count } = source;
  const sizes: TrackSize[] = [];
  const collapsed = new Set<number>();
  const autoSize = (index: number) =>
    autoSizes[((index % autoSizes.length) + autoSizes.length) % autoSizes.length] ?? autoTrack;
  for (let i = 0; i < before; i++) sizes.push(autoSize(i - before));
  for (const part of list) {
    for (let i = part.repeat ? repetitions : 1; i > 0; i--) {
      for (const size of part.sizes) {
        const isCollapsed = part.repeat === "auto-fit" && source.isEmpty(sizes.length);
        if (isCollapsed) collapsed.add(sizes.length);
        sizes.push(isCollapsed ? emptyTrack : size);
      }
    }
  }
  // Areas may reach beyond the track list.
  const explicit = sizes.length - before;
  for (let i = explicit; i < explicitCount; i++) sizes.push(autoSize(i - explicit));
  for (let i = 0; sizes.length < count; i++) sizes.push(autoSize(i + Math.max(0, explicitCount - explicit)));
  return { sizes, collapsed };
}

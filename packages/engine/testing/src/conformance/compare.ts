import type { Measurements, Rect } from "./measurements.ts";

/** Pixels by which a coordinate or a length may differ. */
const tolerance = 1;

/** Something that Placard places differently. */
export interface Difference {
  /** `box 0/2`, or `line 2 of 0/2#0`. */
  readonly what: string;
  readonly placard: Rect | undefined;
  readonly chromium: Rect | undefined;
}

export interface Comparison {
  readonly boxCount: number;
  readonly lineCount: number;
  readonly boxDifferences: readonly Difference[];
  readonly lineDifferences: readonly Difference[];
}

/** Compares every element's box, and every line's position and width. */
export function compareMeasurements(placard: Measurements, chromium: Measurements): Comparison {
  const boxes = pair(placard.boxes, chromium.boxes).map(([path, a, b]) => ({
    what: `box ${path || "root"}`,
    placard: a,
    chromium: b,
  }));
  const lines = pair(placard.lines, chromium.lines).flatMap(([path, a = [], b = []]) =>
    Array.from({ length: Math.max(a.length, b.length) }, (_, index) => ({
      what: `line ${index + 1} of ${path}`,
      placard: a[index],
      chromium: b[index],
    })),
  );
  return {
    boxCount: boxes.length,
    lineCount: lines.length,
    boxDifferences: boxes.filter((pairOfBoxes) => !isSame(pairOfBoxes, ["x", "y", "width", "height"])),
    lineDifferences: lines.filter((pairOfLines) => !isSame(pairOfLines, ["x", "y", "width"])),
  };
}

function pair<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
): [string, T | undefined, T | undefined][] {
  return [...new Set([...Object.keys(b), ...Object.keys(a)])].map((key) => [key, a[key], b[key]]);
}

function isSame({ placard, chromium }: Difference, sides: readonly (keyof Rect)[]): boolean {
  if (!placard || !chromium) return false;
  return sides.every((side) => Math.abs(placard[side] - chromium[side]) <= tolerance);
}

import type { Comparison } from "./compare.ts";

/** The share of boxes and lines that must be within 1 px. */
export const requiredShare = 0.98;

/** The structural similarity that every image must have. */
export const requiredSsim = 0.97;

export interface FixtureResult extends Comparison {
  readonly name: string;
  readonly group: string;
  readonly ssim: number;
  /** Why it could not be rendered. */
  readonly error?: string;
}

export interface Summary {
  readonly fixtures: number;
  readonly boxes: number;
  readonly boxesWithin: number;
  readonly lines: number;
  readonly linesWithin: number;
  /** Fixtures with the required similarity. */
  readonly similar: number;
  readonly lowestSsim: number;
}

export function summarize(results: readonly FixtureResult[]): Summary {
  const sum = (count: (result: FixtureResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  return {
    fixtures: results.length,
    boxes: sum((result) => result.boxCount),
    boxesWithin: sum((result) => result.boxCount - result.boxDifferences.length),
    lines: sum((result) => result.lineCount),
    linesWithin: sum((result) => result.lineCount - result.lineDifferences.length),
    similar: results.filter((result) => result.ssim >= requiredSsim).length,
    lowestSsim: Math.min(...results.map((result) => result.ssim)),
  };
}

/** The share of boxes and lines within 1 px, from 0 to 1. */
export function shareWithin({ boxes, boxesWithin, lines, linesWithin }: Summary): number {
  return boxes + lines === 0 ? 1 : (boxesWithin + linesWithin) / (boxes + lines);
}

/** Whether the fixture has a difference of any kind. */
export function isMiss({ ssim, error, boxDifferences, lineDifferences }: FixtureResult): boolean {
  return (
    error !== undefined || ssim < requiredSsim || boxDifferences.length > 0 || lineDifferences.length > 0
  );
}

/** Whether all fixtures together reach what is required. */
export function isConformant(results: readonly FixtureResult[]): boolean {
  const summary = summarize(results);
  return (
    results.every((result) => result.error === undefined) &&
    summary.similar === results.length &&
    shareWithin(summary) >= requiredShare
  );
}

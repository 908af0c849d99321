import type { PageProblem } from "./page-check.ts";
import { platforms, type Platform } from "./platforms.ts";

/** Problems, with gaps for the rules that a page keeps. */
export type Problems = readonly (PageProblem | false | undefined)[];

type Describe = (
  code: string,
  message: string,
  fix: string,
  details?: Pick<PageProblem, "tag" | "platforms">,
) => PageProblem;

const describeAs =
  (severity: PageProblem["severity"]): Describe =>
  (code, message, fix, details) => ({ code, severity, message, fix, ...details });

/** A card or its image is missing. */
export const error = describeAs("error");
/** A card is shown with limitations. */
export const warning = describeAs("warning");
/** A recommendation. */
export const hint = describeAs("hint");

/** Absent if all platforms are affected. */
export function scopeOf(affected: readonly Platform[]): { platforms?: string[] } {
  return affected.length === platforms.length ? {} : { platforms: affected.map(({ name }) => name) };
}

/** A duration for people. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** A text of the page in a message. */
export function quote(text: string): string {
  return `“${text.length > 100 ? `${text.slice(0, 100)}…` : text}”`;
}

/** Names for people: `A, B and C`. */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

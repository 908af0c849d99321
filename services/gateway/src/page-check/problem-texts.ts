import { platforms, type Platform } from "./platforms.ts";

/** Absent if all platforms are affected. */
export function scopeOf(affected: readonly Platform[]): { platforms?: string[] } {
  return affected.length === platforms.length ? {} : { platforms: affected.map(({ name }) => name) };
}

/** The rules that let crawlers read a site. */
export function robotsFix(robots: readonly string[]): string {
  return `Add to robots.txt: ${robots.map((robot) => `\`User-agent: ${robot}\``).join(", ")}, each followed by a line \`Allow: /\`.`;
}

/** A duration for people. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Names for people: `A, B and C`. */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

/** A size of a file for people, in units of 1,000: 300 kB are 300,000 bytes. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace(".0", "")} MB`;
}

/** A text of the page in a message. */
export function quote(text: string): string {
  return `“${text.length > 100 ? `${text.slice(0, 100)}…` : text}”`;
}

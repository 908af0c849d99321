import type { Direction } from "@placard/templates";
import bidiFactory, { type Bidi } from "bidi-js";

/** Matches text in which the display order of characters may differ from their logical order. */
const bidirectional =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The package's types describe an ES module, but Node.js loads its CommonJS build: the function itself. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * The embedding levels of a text by UTF-16 offset (UAX #9); odd ones are right to left. Undefined if all are
 * 0. Line feeds separate paragraphs, which all have the direction of their block.
 */
export function paragraphLevels(text: string, direction: Direction): Uint8Array | undefined {
  if (direction === "ltr" && !bidirectional.test(text)) return undefined;
  return bidi.getEmbeddingLevels(text, direction).levels;
}

/** Reorders the items of a line for display (UAX #9, rule L2). */
export function reorder<Item extends { readonly level: number }>(items: readonly Item[]): readonly Item[] {
  let highest = 0;
  let lowestOdd = Infinity;
  for (const { level } of items) {
    highest = Math.max(highest, level);
    if (level % 2 === 1) lowestOdd = Math.min(lowestOdd, level);
  }
  if (lowestOdd > highest) return items;
  const ordered = items.slice();
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if (ordered[start]!.level < level) continue;
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}

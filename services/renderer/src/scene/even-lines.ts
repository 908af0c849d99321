import type { Word } from "./words.ts";

/** The cheapest way to set the first words of a text: what it costs and where its last line starts. */
interface Way {
  readonly cost: number;
  readonly start: number;
}

/** Where a speaker would pause, too, is a good place to end a line. */
const pause = /[,;:.!?–—、。，．！？：；،؛؟।]$/u;

/** What a line's end elsewhere costs, as a share of the square of the width: it decides between lines about as even. */
const worthAPause = 0.02;

/**
 * Sets words in a number of lines whose lengths differ as little as can be, none wider than `width` (ems): minimal
 * sum of the squares of what is left free, as in TeX. Undefined if they can't be set so.
 */
export function evenLines(words: readonly Word[], width: number, count: number): Word[][] | undefined {
  const ways = [new Map<number, Way>([[0, { cost: 0, start: 0 }]])];
  for (let line = 1; line <= count; line++) ways.push(extend(words, width, ways[line - 1]!));
  const lines: Word[][] = [];
  let end = words.length;
  for (let line = count; line > 0; line--) {
    const way = ways[line]!.get(end);
    if (!way) return undefined;
    lines.unshift(words.slice(way.start, end));
    end = way.start;
  }
  return lines;
}

/** From the ways to set n lines, by the number of words in them, to those to set n + 1. */
function extend(words: readonly Word[], width: number, before: ReadonlyMap<number, Way>): Map<number, Way> {
  const after = new Map<number, Way>();
  for (const [start, { cost }] of before) {
    let used = 0;
    for (let end = start; end < words.length; end++) {
      const word = words[end]!;
      if (used + word.width > width) break;
      const midSentence = end + 1 < words.length && !pause.test(word.text);
      const total = cost + (width - used - word.width) ** 2 + (midSentence ? worthAPause * width * width : 0);
      const known = after.get(end + 1);
      if (!known || total < known.cost) after.set(end + 1, { cost: total, start });
      used += word.width + word.spaceWidth;
    }
  }
  return after;
}

import { cutLine } from "./cut-line.ts";
import { evenLines } from "./even-lines.ts";
import { fillLastLine, widthOfLine } from "./last-line.ts";
import type { Type } from "./text-width.ts";
import type { Word } from "./words.ts";

/** Lines of a text and the width of the widest, in ems. `cut`: there was more than the lines could hold. */
export interface Lines {
  readonly lines: readonly string[];
  readonly width: number;
  readonly cut: boolean;
}

/** How many lines words take at a width in ems; Infinity where a word alone is wider or `limit` is passed. */
export function countLines(words: readonly Word[], width: number, limit: number): number {
  let lines = 1;
  let used = 0;
  for (const word of words) {
    if (word.width > width) return Infinity;
    if (used + word.width > width) {
      used = 0;
      if (++lines > limit) return Infinity;
    }
    used += word.width + word.spaceWidth;
  }
  return lines;
}

/**
 * Breaks a text into lines of a width in ems: filled one after the other (but for a last line left behind), or evened
 * out where `balance` is asked for.
 * A word wider than a line is broken between letters, what is left over is cut.
 */
export function breakLines(
  words: readonly Word[],
  { type, width, maxLines, balance }: { type: Type; width: number; maxLines: number; balance: boolean },
): Lines {
  const { lines, rest } = fillLines(words, width, maxLines);
  const last = lines.at(-1);
  if (rest && last) {
    const texts = lines.slice(0, -1).map(textOf);
    return { lines: [...texts, cutLine([...last, rest], type, width)], width, cut: true };
  }
  const even = balance && lines.length > 1 ? evenLines(lines.flat(), width, lines.length) : undefined;
  const set = even ?? fillLastLine(lines, width);
  return { lines: set.map(textOf), width: Math.max(0, ...set.map(widthOfLine)), cut: false };
}

/** Lines as full as they go, and the first word that found no room in the last one allowed. */
function fillLines(
  words: readonly Word[],
  width: number,
  maxLines: number,
): { lines: Word[][]; rest?: Word } {
  const lines: Word[][] = [];
  let used = Infinity;
  for (const word of unitsOf(words, width)) {
    if (used + word.width > width) {
      if (lines.length === maxLines) return { lines, rest: word };
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(word);
    used += word.width + word.spaceWidth;
  }
  return { lines };
}

/** Words, or their letters where they are wider than a line; one after the other, so that no more is measured than set. */
function* unitsOf(words: readonly Word[], width: number): Generator<Word> {
  for (const word of words) {
    if (word.width > width) yield* word.letters();
    else yield word;
  }
}

function textOf(words: readonly Word[]): string {
  return words
    .map((word) => word.text + word.space)
    .join("")
    .trimEnd();
}

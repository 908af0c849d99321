import { balanceLines, fillLastLine, widthOfLine } from "./balance-lines.ts";
import { widthOf, type Typeface } from "./text-metrics.ts";
import type { Word } from "./words.ts";

/** Lines of a text and the width of the widest, in ems. */
export interface Lines {
  readonly lines: readonly string[];
  readonly width: number;
  /** Whether words are missing because the lines had no room for them. */
  readonly isTruncated: boolean;
}

/**
 * The number of lines that words take at a width in ems; Infinity if one word is wider, or if they take more than `limit`
 * lines.
 */
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
 * Breaks a text into lines of a width in ems. Each line is filled before the next, except that a short last line gets
 * words from the line before; with `balance`, all lines are made similarly long. A word wider than a line is broken
 * between letters. Words beyond `maxLines` are replaced by an ellipsis.
 */
export function breakLines(
  words: readonly Word[],
  {
    typeface,
    width,
    maxLines,
    balance,
  }: { typeface: Typeface; width: number; maxLines: number; balance: boolean },
): Lines {
  const { lines, rest } = fillLines(words, width, maxLines);
  const last = lines.at(-1);
  if (rest && last) {
    const texts = lines.slice(0, -1).map(textOf);
    return { lines: [...texts, truncateLine([...last, rest], typeface, width)], width, isTruncated: true };
  }
  const balanced = balance && lines.length > 1 ? balanceLines(lines.flat(), width, lines.length) : undefined;
  const result = balanced ?? fillLastLine(lines, width);
  return {
    lines: result.map(textOf),
    width: Math.max(0, ...result.map(widthOfLine)),
    isTruncated: false,
  };
}

/** Lines filled one after the other, and the first word that has no room in the last line allowed. */
function fillLines(
  words: readonly Word[],
  width: number,
  maxLines: number,
): { lines: Word[][]; rest?: Word } {
  const lines: Word[][] = [];
  let used = Infinity;
  for (const word of wordsOrLetters(words, width)) {
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

/** Words, or the letters of those wider than a line. A generator, so that words that are not set are not measured. */
function* wordsOrLetters(words: readonly Word[], width: number): Generator<Word> {
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

const ellipsis = "…";

/** What must not precede an ellipsis: space, opening and separating marks, and vowels written before their consonant. */
const dangling =
  /[\s\p{Ps}\p{Pi}\p{Pd}\p{Pc}.,;:·•!?"'…¿¡&+/|、。，．！？：；・،؛؟।\u0e40-\u0e44\u0ec0-\u0ec4]+$/u;

/** Share of a line that may be left empty to truncate it between words instead of within one. */
const maxEmptyShare = 0.25;

/**
 * As much of an overlong line as leaves room for an ellipsis within `width` (ems): whole words if that leaves little
 * space empty, otherwise whole letters.
 */
function truncateLine(words: readonly Word[], typeface: Typeface, width: number): string {
  const available = width - widthOf(ellipsis, typeface);
  const whole = takeFitting(words, available);
  if (whole.used >= width * (1 - maxEmptyShare)) return withEllipsis(whole.text);
  const letters = words.slice(whole.count).flatMap((word) => word.letters());
  return withEllipsis(whole.text + takeFitting(letters, available - whole.used).text);
}

/** The first words that fit into a width, and the width they use including the spaces between and after them. */
function takeFitting(
  words: readonly Word[],
  available: number,
): { text: string; used: number; count: number } {
  let [text, used, count] = ["", 0, 0];
  for (const word of words) {
    if (used + word.width > available) break;
    text += word.text + word.space;
    used += word.width + word.spaceWidth;
    count++;
  }
  return { text, used, count };
}

function withEllipsis(text: string): string {
  return text.replace(dangling, "") + ellipsis;
}

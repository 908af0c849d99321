import type { Word } from "./words.ts";

/** The cheapest way to set the first words of a text: its cost, and the index of the first word of its last line. */
interface Solution {
  readonly cost: number;
  readonly start: number;
}

/** Punctuation after which a speaker pauses: a good end of a line. */
const pause = /[,;:.!?–—、。，．！？：；،؛؟।]$/u;

/** Cost of ending a line anywhere else, as a share of the square of the width: decides between similarly even lines. */
const midSentenceCost = 0.02;

/**
 * Sets words in a given number of lines of similar length, none wider than `width` (ems). As in TeX, it minimizes the sum of
 * the squares of the space left at the ends of lines. Undefined if the words do not fit.
 */
export function balanceLines(words: readonly Word[], width: number, lineCount: number): Word[][] | undefined {
  const solutions = [new Map<number, Solution>([[0, { cost: 0, start: 0 }]])];
  for (let line = 1; line <= lineCount; line++) solutions.push(addLine(words, width, solutions[line - 1]!));
  const lines: Word[][] = [];
  let end = words.length;
  for (let line = lineCount; line > 0; line--) {
    const solution = solutions[line]!.get(end);
    if (!solution) return undefined;
    lines.unshift(words.slice(solution.start, end));
    end = solution.start;
  }
  return lines;
}

/** Extends the solutions for n lines, by the number of words in them, to those for n + 1 lines. */
function addLine(
  words: readonly Word[],
  width: number,
  solutions: ReadonlyMap<number, Solution>,
): Map<number, Solution> {
  const extended = new Map<number, Solution>();
  for (const [start, { cost }] of solutions) {
    let used = 0;
    for (let end = start; end < words.length; end++) {
      const word = words[end]!;
      if (used + word.width > width) break;
      const isMidSentence = end + 1 < words.length && !pause.test(word.text);
      const total =
        cost + (width - used - word.width) ** 2 + (isMidSentence ? midSentenceCost * width * width : 0);
      const best = extended.get(end + 1);
      if (!best || total < best.cost) extended.set(end + 1, { cost: total, start });
      used += word.width + word.spaceWidth;
    }
  }
  return extended;
}

/** A last line narrower than this share of the widest line looks like a leftover. */
const minLastLineShare = 1 / 3;

/** A line that gives words to the last line must keep this share of the widest line. */
const minShareAfterGiving = 0.4;

/**
 * Moves words from the end of the line before to a last line that is too short. The number of lines stays the same; lines
 * are returned unchanged if moving words would leave a gap elsewhere. Widths in ems.
 */
export function fillLastLine(
  lines: readonly (readonly Word[])[],
  width: number,
): readonly (readonly Word[])[] {
  const [before, last] = lines.slice(-2);
  if (!before || !last) return lines;
  const widest = Math.max(...lines.map(widthOfLine));
  let [upper, lower] = [before, last];
  while (upper.length > 1 && (isOneCharacter(lower) || widthOfLine(lower) < widest * minLastLineShare)) {
    [upper, lower] = [upper.slice(0, -1), [...upper.slice(-1), ...lower]];
  }
  const isBetter = widthOfLine(upper) >= widest * minShareAfterGiving && widthOfLine(lower) <= width;
  return isBetter ? [...lines.slice(0, -2), upper, lower] : lines;
}

function isOneCharacter(line: readonly Word[]): boolean {
  return line.length === 1 && Array.from(line[0]!.text).length === 1;
}

/** The width of a line in ems, without the space after its last word. */
export function widthOfLine(line: readonly Word[]): number {
  const width = line.reduce((sum, word) => sum + word.width + word.spaceWidth, 0);
  return width - (line.at(-1)?.spaceWidth ?? 0);
}

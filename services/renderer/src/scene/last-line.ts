import type { Word } from "./words.ts";

/** A last line shorter than this share of the widest looks left behind. */
const tooShort = 1 / 3;

/** A line that has given words to the last must keep this share of the widest. */
const longEnough = 0.4;

/**
 * Fills up a last line that is left behind with words from the end of the line before. The number of lines stays; what
 * can't be had without a hole elsewhere is left as it is. Widths in ems.
 */
export function fillLastLine(
  lines: readonly (readonly Word[])[],
  width: number,
): readonly (readonly Word[])[] {
  const [before, last] = lines.slice(-2);
  if (!before || !last) return lines;
  const widest = Math.max(...lines.map(widthOfLine));
  let [upper, lower] = [before, last];
  while (upper.length > 1 && (isAlone(lower) || widthOfLine(lower) < widest * tooShort)) {
    [upper, lower] = [upper.slice(0, -1), [...upper.slice(-1), ...lower]];
  }
  const sound = widthOfLine(upper) >= widest * longEnough && widthOfLine(lower) <= width;
  return sound ? [...lines.slice(0, -2), upper, lower] : lines;
}

/** Whether all there is on a line is one character. */
function isAlone(line: readonly Word[]): boolean {
  return line.length === 1 && Array.from(line[0]!.text).length === 1;
}

/** The width of a line in ems; the space behind its last word takes none. */
export function widthOfLine(line: readonly Word[]): number {
  const all = line.reduce((sum, word) => sum + word.width + word.spaceWidth, 0);
  return all - (line.at(-1)?.spaceWidth ?? 0);
}

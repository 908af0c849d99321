import { firstStrongType, strongTypeOf, type Direction, type StrongType } from "@placard/templates";
import { keepBracketPairs } from "./bidi-brackets.ts";

/** Matches text in which the display order of characters may differ from their logical order. */
const bidirectional =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Invisible marks without width that act as a strong character. */
const marks: Record<StrongType, string> = { L: "\u200e", R: "\u200f", AL: "\u061c" };

/** The controls that start an embedding, override or isolate, and the one that ends each. */
const startControls = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/u;
const endOf = (start: string) => (start >= "\u2066" ? "\u2069" : "\u202c");

/** An open embedding (the outermost is the paragraph), and the last strong character in it. */
interface Level {
  readonly start: string;
  strong: StrongType | undefined;
}

/**
 * The lines of a paragraph, with invisible marks added so that each line drawn alone is ordered as part of the paragraph:
 * the Unicode Bidirectional Algorithm (UAX #9) resolves directions before a paragraph is broken into lines. Widths do not
 * change.
 */
export function addBidiMarks(lines: readonly string[], direction: Direction): readonly string[] {
  if (!lines.some((line) => bidirectional.test(line))) return lines;
  const levels: Level[] = [{ start: "", strong: undefined }];
  return keepBracketPairs(lines, direction).map((line, index) => {
    const before = levels.map(({ start, strong }) => start + markOf(strong)).join("");
    for (const character of line) updateLevels(levels, character);
    const rest = lines.slice(index + 1).join(" ");
    return before + (rest ? line + markOf(firstStrongType(rest)) : closeBeforeEllipsis(line, levels));
  });
}

function updateLevels(levels: Level[], character: string): void {
  if (startControls.test(character)) levels.push({ start: character, strong: undefined });
  else if (levels.length > 1 && character === endOf(levels.at(-1)!.start)) levels.pop();
  else levels.at(-1)!.strong = strongTypeOf(character) ?? levels.at(-1)!.strong;
}

/** The ellipsis of a truncated text belongs to the paragraph, not to an embedding that was still open. */
function closeBeforeEllipsis(line: string, levels: readonly Level[]): string {
  if (!line.endsWith("…")) return line;
  const ends = levels.slice(1).map(({ start }) => endOf(start));
  return line.slice(0, -1) + ends.toReversed().join("") + "…";
}

function markOf(strong: StrongType | undefined): string {
  return strong ? marks[strong] : "";
}

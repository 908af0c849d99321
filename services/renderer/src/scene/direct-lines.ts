import { firstStrong, strongOf, type Direction, type Strong } from "@placard/templates";
import { holdTornBrackets } from "./torn-brackets.ts";

/** Whether a text has anything that makes the order of its characters a question. */
const bidirectional =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Invisible characters without width that stand in for a strong one. */
const marks: Record<Strong, string> = { L: "\u200e", R: "\u200f", AL: "\u061c" };

/** What starts an embedding, override or isolate, and what ends it. */
const starts = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/u;
const endOf = (start: string) => (start >= "\u2066" ? "\u2069" : "\u202c");

/** An embedding that is open, the paragraph being the outermost, and the last strong character seen in it. */
interface Level {
  readonly start: string;
  strong: Strong | undefined;
}

/**
 * The lines of one paragraph of a direction, each made to be ordered as a part of it though it is drawn alone: the Unicode
 * bidirectional algorithm settles directions for a paragraph before it is broken into lines. Adds no width.
 */
export function directLines(lines: readonly string[], direction: Direction): readonly string[] {
  if (!lines.some((line) => bidirectional.test(line))) return lines;
  const levels: Level[] = [{ start: "", strong: undefined }];
  return holdTornBrackets(lines, direction).map((line, index) => {
    const before = levels.map(({ start, strong }) => start + markOf(strong)).join("");
    for (const character of line) step(levels, character);
    const rest = lines.slice(index + 1).join(" ");
    return before + (rest ? line + markOf(firstStrong(rest)) : endedAtEllipsis(line, levels));
  });
}

function step(levels: Level[], character: string): void {
  if (starts.test(character)) levels.push({ start: character, strong: undefined });
  else if (levels.length > 1 && character === endOf(levels.at(-1)!.start)) levels.pop();
  else levels.at(-1)!.strong = strongOf(character) ?? levels.at(-1)!.strong;
}

/** An ellipsis belongs to the paragraph, not to an embedding that was cut along with its text. */
function endedAtEllipsis(line: string, levels: readonly Level[]): string {
  if (!line.endsWith("…")) return line;
  const ends = levels.slice(1).map(({ start }) => endOf(start));
  return line.slice(0, -1) + ends.toReversed().join("") + "…";
}

function markOf(strong: Strong | undefined): string {
  return strong ? marks[strong] : "";
}

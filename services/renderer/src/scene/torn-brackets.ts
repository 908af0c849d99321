import { strongOf, type Direction } from "@placard/templates";

const brackets: Readonly<Record<string, string>> = {
  ")": "(",
  "]": "[",
  "}": "{",
  "）": "（",
  "」": "「",
  "』": "『",
};
const openings = new Set(Object.values(brackets));

/** Pairs that are seen to: each costs a look at all before it, and no honest text tears more. */
const most = 8;

/** Where a bracket stands: its line and its place in it. */
interface Spot {
  readonly line: number;
  readonly at: number;
  readonly bracket: string;
}

/**
 * Holds brackets whose pair a line's end has torn to the direction they have as a pair (rule N0): invisible marks, without
 * width, go before and after them.
 */
export function holdTornBrackets(lines: readonly string[], direction: Direction): readonly string[] {
  const held = lines.map((line) => Array.from(line));
  for (const [opening, closing] of tornPairs(held).slice(0, most)) {
    const mark = directionOfPair(lines, opening, closing, direction) === "ltr" ? "\u200e" : "\u200f";
    for (const { line, at, bracket } of [opening, closing]) held[line]![at] = mark + bracket + mark;
  }
  return held.map((characters) => characters.join(""));
}

function tornPairs(lines: readonly (readonly string[])[]): [Spot, Spot][] {
  const open: Spot[] = [];
  const torn: [Spot, Spot][] = [];
  for (const [line, characters] of lines.entries()) {
    for (const [at, bracket] of characters.entries()) {
      if (openings.has(bracket)) open.push({ line, at, bracket });
      const index = open.findLastIndex((spot) => spot.bracket === brackets[bracket]);
      const opening = open[index];
      if (!opening) continue;
      open.length = index; // those opened since stay without a partner
      if (opening.line !== line) torn.push([opening, { line, at, bracket }]);
    }
  }
  return torn;
}

/** The paragraph's direction where any of the contents has it, else that of the contents if the text before has it too. */
function directionOfPair(
  lines: readonly string[],
  opening: Spot,
  closing: Spot,
  paragraph: Direction,
): Direction {
  let [seen, before] = [paragraph, paragraph];
  const inside = new Set<Direction>();
  for (const [line, text] of lines.slice(0, closing.line + 1).entries()) {
    for (const [at, character] of Array.from(text).entries()) {
      if (line === closing.line && at >= closing.at) break;
      if (line === opening.line && at === opening.at) before = seen;
      const strong = strongOf(character);
      if (strong) seen = strong === "L" ? "ltr" : "rtl";
      const within = line > opening.line || (line === opening.line && at > opening.at);
      // Figures count as what came before them.
      if (within && (strong ?? /\p{Nd}/u.test(character))) inside.add(seen);
    }
  }
  const other = paragraph === "ltr" ? "rtl" : "ltr";
  return !inside.has(paragraph) && inside.has(other) && before === other ? other : paragraph;
}

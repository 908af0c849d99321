import { strongTypeOf, type Direction } from "@placard/templates";

const openingOf: Readonly<Record<string, string>> = {
  ")": "(",
  "]": "[",
  "}": "{",
  "）": "（",
  "」": "「",
  "』": "『",
};
const openings = new Set(Object.values(openingOf));

/** Pairs handled per text: each costs a pass over the text before it, and no ordinary text has more. */
const maxPairs = 8;

/** A bracket and its position: the line, and the index of the character in it. */
interface Position {
  readonly line: number;
  readonly at: number;
  readonly bracket: string;
}

/**
 * Keeps the direction of bracket pairs that a line break separates (UAX #9, rule N0), by invisible marks without width
 * before and after each bracket.
 */
export function keepBracketPairs(lines: readonly string[], direction: Direction): readonly string[] {
  const characters = lines.map((line) => Array.from(line));
  for (const [opening, closing] of separatedPairs(characters).slice(0, maxPairs)) {
    const mark = directionOfPair(lines, opening, closing, direction) === "ltr" ? "\u200e" : "\u200f";
    for (const { line, at, bracket } of [opening, closing]) characters[line]![at] = mark + bracket + mark;
  }
  return characters.map((line) => line.join(""));
}

function separatedPairs(lines: readonly (readonly string[])[]): [Position, Position][] {
  const open: Position[] = [];
  const pairs: [Position, Position][] = [];
  for (const [line, characters] of lines.entries()) {
    for (const [at, bracket] of characters.entries()) {
      if (openings.has(bracket)) open.push({ line, at, bracket });
      const index = open.findLastIndex((position) => position.bracket === openingOf[bracket]);
      const opening = open[index];
      if (!opening) continue;
      open.length = index; // brackets opened since then have no partner
      if (opening.line !== line) pairs.push([opening, { line, at, bracket }]);
    }
  }
  return pairs;
}

/**
 * The paragraph's direction if any character inside the pair has it; otherwise the direction of the characters inside, if
 * the text before the pair has it too.
 */
function directionOfPair(
  lines: readonly string[],
  opening: Position,
  closing: Position,
  paragraph: Direction,
): Direction {
  let [current, before] = [paragraph, paragraph];
  const inside = new Set<Direction>();
  for (const [line, text] of lines.slice(0, closing.line + 1).entries()) {
    for (const [at, character] of Array.from(text).entries()) {
      if (line === closing.line && at >= closing.at) break;
      if (line === opening.line && at === opening.at) before = current;
      const strong = strongTypeOf(character);
      if (strong) current = strong === "L" ? "ltr" : "rtl";
      const isInside = line > opening.line || (line === opening.line && at > opening.at);
      // Digits take the direction of the text before them.
      if (isInside && (strong ?? /\p{Nd}/u.test(character))) inside.add(current);
    }
  }
  const other = paragraph === "ltr" ? "rtl" : "ltr";
  return !inside.has(paragraph) && inside.has(other) && before === other ? other : paragraph;
}

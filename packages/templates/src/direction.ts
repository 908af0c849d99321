/** Which way a text runs. */
export type Direction = "ltr" | "rtl";

/** The strong types of the Unicode bidirectional algorithm: Latin and its like, Hebrew and its like, Arabic. */
export type Strong = "L" | "R" | "AL";

/** Letters and figures without a direction of their own: modifier letters that are symbols, European and Arabic digits. */
const directionless =
  /[\u02b9\u02ba\u02c6-\u02cf\u02ec\u0374\u0660-\u0669\u06f0-\u06f9\ua67f\ua788\uff10-\uff19\u{1d7ce}-\u{1d7ff}\u{1fbf0}-\u{1fbf9}0-9]/u;
const letter = /[\p{L}\p{Nl}\p{Nd}\u200e\u200f\u061c]/u;

/** The blocks that Unicode keeps for scripts that run from right to left, with the right-to-left mark. */
const rightToLeft =
  /[\u0590-\u05ff\u07c0-\u085f\u200f\ufb1d-\ufb4f\u{10800}-\u{10cff}\u{10d40}-\u{10ebf}\u{10f00}-\u{10f2f}\u{10f70}-\u{10fff}\u{1e800}-\u{1ec6f}\u{1ecc0}-\u{1ecff}\u{1ed50}-\u{1edff}\u{1ef00}-\u{1efff}]/u;
const arabic =
  /[\u0600-\u07bf\u0860-\u08ff\u061c\ufb50-\ufdff\ufe70-\ufeff\u{10d00}-\u{10d3f}\u{10ec0}-\u{10eff}\u{10f30}-\u{10f6f}\u{1ec70}-\u{1ecbf}\u{1ed00}-\u{1ed4f}\u{1ee00}-\u{1eeff}]/u;

/** The strong type of a character; undefined where it takes its direction from what is around it. */
export function strongOf(character: string): Strong | undefined {
  if (!letter.test(character) || directionless.test(character)) return undefined;
  if (arabic.test(character)) return "AL";
  return rightToLeft.test(character) ? "R" : "L";
}

const isolateStart = /[\u2066-\u2068]/u;
const isolateEnd = "\u2069";

/**
 * The type of the first strong character of a text, isolates skipped as rule P2 has it; an isolate's end that the text
 * did not start ends the search.
 */
export function firstStrong(text: string): Strong | undefined {
  let depth = 0;
  for (const character of text) {
    if (isolateStart.test(character)) depth++;
    else if (character === isolateEnd && --depth < 0) return undefined;
    const strong = depth === 0 ? strongOf(character) : undefined;
    if (strong) return strong;
  }
  return undefined;
}

/** The direction of a paragraph: that of its first strong character (rules P2 and P3). */
export function directionOf(paragraph: string): Direction {
  return (firstStrong(paragraph.replace(/^\u2069+/u, "")) ?? "L") === "L" ? "ltr" : "rtl";
}

export type Direction = "ltr" | "rtl";

/** The strong types of UAX #9, table 4: left to right, right to left, and Arabic letters. */
type StrongType = "L" | "R" | "AL";

/** Letters and digits without a strong type: some modifier letters, European and Arabic digits. */
const directionless =
  /[\u02b9\u02ba\u02c6-\u02cf\u02ec\u0374\u0660-\u0669\u06f0-\u06f9\ua67f\ua788\uff10-\uff19\u{1d7ce}-\u{1d7ff}\u{1fbf0}-\u{1fbf9}0-9]/u;
const letter = /[\p{L}\p{Nl}\p{Nd}\u200e\u200f\u061c]/u;

/** The blocks that Unicode reserves for right-to-left scripts, and the right-to-left mark. */
const rightToLeft =
  /[\u0590-\u05ff\u07c0-\u085f\u200f\ufb1d-\ufb4f\u{10800}-\u{10cff}\u{10d40}-\u{10ebf}\u{10f00}-\u{10f2f}\u{10f70}-\u{10fff}\u{1e800}-\u{1ec6f}\u{1ecc0}-\u{1ecff}\u{1ed50}-\u{1edff}\u{1ef00}-\u{1efff}]/u;
const arabic =
  /[\u0600-\u07bf\u0860-\u08ff\u061c\ufb50-\ufdff\ufe70-\ufeff\u{10d00}-\u{10d3f}\u{10ec0}-\u{10eff}\u{10f30}-\u{10f6f}\u{1ec70}-\u{1ecbf}\u{1ed00}-\u{1ed4f}\u{1ee00}-\u{1eeff}]/u;

/** The strong type of a character; undefined if its direction depends on its neighbors. */
function strongTypeOf(character: string): StrongType | undefined {
  if (!letter.test(character) || directionless.test(character)) return undefined;
  if (arabic.test(character)) return "AL";
  return rightToLeft.test(character) ? "R" : "L";
}

const isolateStart = /[\u2066-\u2068]/u;
const isolateEnd = "\u2069";

/**
 * The type of the first strong character of a text. Isolates are skipped (UAX #9, rule P2); an unmatched end
 * of an isolate ends the search.
 */
export function firstStrongType(text: string): StrongType | undefined {
  let depth = 0;
  for (const character of text) {
    if (isolateStart.test(character)) depth++;
    else if (character === isolateEnd && --depth < 0) return undefined;
    const type = depth === 0 ? strongTypeOf(character) : undefined;
    if (type) return type;
  }
  return undefined;
}

/** The direction of the first strong character of a paragraph (UAX #9, P2 and P3), if it has one. */
export function firstDirection(paragraph: string): Direction | undefined {
  const type = firstStrongType(paragraph.replace(/^\u2069+/u, ""));
  return type && (type === "L" ? "ltr" : "rtl");
}

/** The direction of a paragraph's first strong character; left to right if it has none. */
export function detectDirection(paragraph: string): Direction {
  return firstDirection(paragraph) ?? "ltr";
}

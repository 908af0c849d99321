const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

const closing = /^[\p{Pe}\p{Pf}、。，．！？…ー]$/u;
const opening = /^[\p{Ps}\p{Pi}]$/u;

/** Vowels of Thai and Lao that are written before the consonant they are spoken after. */
const leadingVowel = /^[\u0e40-\u0e44\u0ec0-\u0ec4]$/u;

/** Signs that join the consonants around them, where grapheme clusters (UAX #29, rule GB9c) do not include them. */
const joiner = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2]$/u;
const tamilKa = /\u0b95\u0bcd$/u;
const startsWithLetter = /^\p{L}/u;

/** Longest result of joining, in code units: longer than any letter of a living script, shorter than a line. */
const maxLength = 40;

/**
 * The letters of a word as a reader counts them, for a word that is wider than a line: grapheme clusters, with closing
 * marks kept with the letter before them and opening marks with the one after, so that no line starts or ends wrongly.
 */
export function lettersOf(word: string): string[] {
  const letters: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const before = letters.at(-1) ?? "";
    if (before && before.length + segment.length <= maxLength && isJoined(before, segment)) {
      letters[letters.length - 1] = before + segment;
    } else letters.push(...splitLongCluster(segment));
  }
  return letters;
}

function isJoined(before: string, after: string): boolean {
  if (closing.test(after)) return !closing.test(before.at(-1) ?? "");
  if (opening.test(before)) return !opening.test(after);
  if (leadingVowel.test(before)) return startsWithLetter.test(after) && !leadingVowel.test(after);
  return (
    (joiner.test(before) && startsWithLetter.test(after)) || (tamilKa.test(before) && after.startsWith("ஷ"))
  );
}

/** A cluster, in pieces if it was made wider than a line on purpose. */
function splitLongCluster(cluster: string): string[] {
  if (cluster.length <= maxLength) return [cluster];
  const pieces = [""];
  for (const character of cluster) {
    if (pieces.at(-1)!.length + character.length > maxLength) pieces.push("");
    pieces[pieces.length - 1] += character;
  }
  return pieces;
}

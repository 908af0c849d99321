const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

const closing = /^[\p{Pe}\p{Pf}、。，．！？…ー]$/u;
const opening = /^[\p{Ps}\p{Pi}]$/u;

/** Vowels of Thai and Lao that are written before the consonant they follow in speech. */
const leadingVowel = /^[\u0e40-\u0e44\u0ec0-\u0ec4]$/u;

/** Signs that join the consonants around them into one, where Unicode's clusters (rule GB9c) leave them apart. */
const joiner = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2]$/u;
const tamilKa = /\u0b95\u0bcd$/u;
const letterFirst = /^\p{L}/u;

/** Code units past which no more is joined: longer than any letter of a living script, shorter than a line. */
const longest = 40;

/**
 * The letters of a word as a reader counts them, for a word that no line can hold: clusters, with a closing mark left at
 * the letter before it and an opening one at that after it, so that no line starts or ends with one wrongly.
 */
export function lettersOf(word: string): string[] {
  const letters: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const before = letters.at(-1) ?? "";
    if (before && before.length + segment.length <= longest && joined(before, segment)) {
      letters[letters.length - 1] = before + segment;
    } else letters.push(...chunksOf(segment));
  }
  return letters;
}

function joined(before: string, after: string): boolean {
  if (closing.test(after)) return !closing.test(before.at(-1) ?? "");
  if (opening.test(before)) return !opening.test(after);
  if (leadingVowel.test(before)) return letterFirst.test(after) && !leadingVowel.test(after);
  return (joiner.test(before) && letterFirst.test(after)) || (tamilKa.test(before) && after.startsWith("ஷ"));
}

/** A cluster as it is, or in pieces where someone has chained one together that is wider than a line. */
function chunksOf(cluster: string): string[] {
  if (cluster.length <= longest) return [cluster];
  const chunks = [""];
  for (const character of cluster) {
    if (chunks.at(-1)!.length + character.length > longest) chunks.push("");
    chunks[chunks.length - 1] += character;
  }
  return chunks;
}

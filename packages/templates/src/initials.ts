const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The first letters of a name's first and last word; in scripts without capitals, only the first letter. */
export function initials(name: string): string {
  const words = name.split(" ").filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = firstLetter(name), last] = [words[0], words.at(-1)].map((word) => word && firstLetter(word));
  const hasCapitals = first.toLowerCase() !== first.toUpperCase();
  return words.length > 1 && hasCapitals ? first + last : first;
}

/** The first grapheme of a text that is a letter, a digit or an emoji, in upper case; if there is none, the first grapheme. */
export function firstLetter(value: string): string {
  let first = "";
  for (const { segment } of graphemes.segment(value)) {
    if (/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(segment)) return segment.toUpperCase();
    first ||= segment;
  }
  return first;
}

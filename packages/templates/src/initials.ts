const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Starts with a letter or digit without a combining mark. */
const startsPlain = /^[A-Za-z0-9](?![^ -~])/;

/** Articles that names of organizations start with. */
const articles = new Set("the der die das le la les el los las il lo gli".split(" "));

/** The ends of names that say what kind of organization it is, without punctuation. */
const legalForms = new Set(
  (
    "ev eg ag se kg ug ohg gbr gmbh ggmbh mbh co inc incorporated llc llp ltd limited plc corp corporation company " +
    "pty pbc sa sas sarl sl slu srl spa bv nv vof oy oyj ab as aps oü kft sro doo zrt spzoo"
  ).split(" "),
);

/**
 * The first letters of a name's first and last word; in scripts without capitals, only the first letter. An
 * article at the start (“The”) and legal forms at the end (“GmbH & Co. KG”) are not counted, unless nothing
 * else is left.
 */
export function initials(name: string): string {
  const words = significantWords(name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word)));
  const [first = firstLetter(name), last] = [words[0], words.at(-1)].map((word) => word && firstLetter(word));
  const hasCapitals = first.toLowerCase() !== first.toUpperCase();
  return words.length > 1 && hasCapitals ? first + last : first;
}

function significantWords(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  const start = words.length > 1 && articles.has(first.toLowerCase()) ? 1 : 0;
  let end = words.length;
  while (end > start + 1 && isLegalForm(words[end - 1]!)) end--;
  return words.slice(start, end);
}

function isLegalForm(word: string): boolean {
  return legalForms.has(word.toLowerCase().replace(/[^\p{L}]/gu, ""));
}

/** The first grapheme that is a letter, a digit or an emoji, in upper case; otherwise the first one. */
export function firstLetter(value: string): string {
  if (startsPlain.test(value)) return value[0]!.toUpperCase();
  let first = "";
  for (const { segment } of graphemes.segment(value)) {
    if (/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(segment)) return segment.toUpperCase();
    first ||= segment;
  }
  return first;
}

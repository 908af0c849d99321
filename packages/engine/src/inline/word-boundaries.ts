import { lazy } from "@placard/contracts/lazy";
import { findHyphenation } from "./hyphenation.ts";

/** Where a word with no room on a line may be broken. Found when first needed, for all its parts. */
export interface WordBoundaries {
  /** Behind signs that join words. */
  readonly signs: () => ReadonlySet<number>;
  /** Between the parts of a name. */
  readonly parts: () => ReadonlySet<number>;
  readonly hyphens: () => {
    readonly syllables: ReadonlySet<number>;
    /** Between the words of a compound: the best syllables to hyphenate at. */
    readonly joints: ReadonlySet<number>;
  };
}

/** The paragraph of a word, where the word starts there, and its stated language (BCP 47). */
interface WordSource {
  readonly paragraph: string;
  readonly start: number;
  readonly lang: string | undefined;
}

export function findBoundaries(word: string, source: WordSource): WordBoundaries {
  return {
    signs: lazy(() => matchOffsets(word, afterSign)),
    parts: lazy(() => matchOffsets(word, betweenParts)),
    hyphens: lazy(() => findHyphens(source)),
  };
}

/** The text between white space that contains the word is hyphenated as a whole. */
function findHyphens({ paragraph, start, lang }: WordSource) {
  let from = start;
  while (from > 0 && !outsideWord.test(paragraph[from - 1]!)) from--;
  let to = start;
  while (to < paragraph.length && !outsideWord.test(paragraph[to]!)) to++;
  const { syllables, joints } = findHyphenation(paragraph.slice(from, to), lang, paragraph);
  const offsetsOf = (found: readonly number[]) => new Set(found.map((offset) => from + offset - start));
  return { syllables: offsetsOf(syllables), joints: offsetsOf(joints) };
}

function matchOffsets(text: string, boundary: RegExp): ReadonlySet<number> {
  return new Set(Array.from(text.matchAll(boundary), ({ index }) => index));
}

/** Behind the signs that join words in addresses, paths and identifiers; not within `3.14` or `://`. */
const afterSign = /(?<=[_/.\-@:;,&=?#+|~\\](?<!\p{N}[.,:](?=\p{N})))(?=[\p{L}\p{N}])/gu;

/** Between the words of `camelCase`, `HTMLParser` and `version2`. */
const betweenParts =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/** What separates words: white space, atomic boxes, and the borders of elements with another direction. */
const outsideWord = /[\s\ufffc\u2066-\u2069]/u;

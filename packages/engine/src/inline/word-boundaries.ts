import { findHyphenation } from "./hyphenation.ts";

/** The paragraph of a piece of text, where the piece starts there, and its stated language (BCP 47). */
export interface WordSource {
  readonly paragraph: string;
  readonly start: number;
  readonly lang: string | undefined;
}

/** Offsets in a piece of text. */
export interface Offsets {
  readonly has: (offset: number) => boolean;
}

/** Where a piece with no room on a line may be broken. Found when first needed, for all its parts. */
export class WordBoundaries {
  readonly #text: string;
  readonly #source: WordSource;
  /** What has been split off before the part whose offsets are returned. */
  readonly #consumed: number;
  readonly #found: {
    signs?: Offsets;
    parts?: Offsets;
    hyphens?: { readonly syllables: Offsets; readonly joints: Offsets };
  };

  constructor(text: string, source: WordSource, consumed = 0, found = {}) {
    this.#text = text;
    this.#source = source;
    this.#consumed = consumed;
    this.#found = found;
  }

  /** The boundaries of what remains after `length` more characters were split off. */
  after(length: number): WordBoundaries {
    return new WordBoundaries(this.#text, this.#source, this.#consumed + length, this.#found);
  }

  /** Behind signs that join words. */
  get signs(): Offsets {
    return this.#fromHere((this.#found.signs ??= matchOffsets(this.#text, afterSign)));
  }

  /** Between the parts of a name. */
  get parts(): Offsets {
    return this.#fromHere((this.#found.parts ??= matchOffsets(this.#text, betweenParts)));
  }

  /** Between syllables. */
  get syllables(): Offsets {
    return this.#fromHere(this.#hyphens.syllables);
  }

  /** Between the words of a compound: the best syllables to hyphenate at. */
  get joints(): Offsets {
    return this.#fromHere(this.#hyphens.joints);
  }

  #fromHere(offsets: Offsets): Offsets {
    return { has: (offset) => offsets.has(this.#consumed + offset) };
  }

  get #hyphens() {
    return (this.#found.hyphens ??= this.#findHyphens());
  }

  /** The text between white space that contains the piece is hyphenated as a whole. */
  #findHyphens() {
    const { paragraph, start, lang } = this.#source;
    let from = start;
    while (from > 0 && !outsideWord.test(paragraph[from - 1]!)) from--;
    let to = start;
    while (to < paragraph.length && !outsideWord.test(paragraph[to]!)) to++;
    const { syllables, joints } = findHyphenation(paragraph.slice(from, to), lang, paragraph);
    const offsetsOf = (found: readonly number[]) => new Set(found.map((offset) => from + offset - start));
    return { syllables: offsetsOf(syllables), joints: offsetsOf(joints) };
  }
}

function matchOffsets(text: string, boundary: RegExp): Offsets {
  return new Set(Array.from(text.matchAll(boundary), ({ index }) => index));
}

/** Behind the signs that join words in addresses, paths and identifiers; not within `3.14` or `://`. */
const afterSign = /(?<=[_/.\-@:;,&=?#+|~\\](?<!\p{N}[.,:](?=\p{N})))(?=[\p{L}\p{N}])/gu;

/** Between the words of `camelCase`, `HTMLParser` and `version2`. */
const betweenParts =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/** What separates words: white space, atomic boxes, and the borders of elements with another direction. */
const outsideWord = /[\s\ufffc\u2066-\u2069]/u;

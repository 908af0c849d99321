import LineBreaker from "linebreak";
import { bound } from "./bound-marks.ts";
import { lettersOf } from "./letters.ts";
import { widthOf, type Type } from "./text-width.ts";

/**
 * A piece of text that a line may end after. Widths are in ems and measured when first asked for: of a long text,
 * most is never set.
 */
export class Word {
  /** Without the white space behind it, which vanishes at a line's end. */
  readonly text: string;
  readonly space: string;
  readonly #type: Type;
  #width: number | undefined;

  constructor(piece: string, type: Type) {
    this.text = piece.trimEnd();
    this.space = piece.slice(this.text.length);
    this.#type = type;
  }

  get width(): number {
    return (this.#width ??= widthOf(this.text, this.#type));
  }

  get spaceWidth(): number {
    return this.space ? widthOf(this.space, this.#type) : 0;
  }

  /** Its letters as a reader counts them, for a word that no line can hold. */
  letters(): Word[] {
    const letters = lettersOf(this.text);
    const last = (letters.pop() ?? "") + this.space;
    return [...letters, last].map((letter) => new Word(letter, this.#type));
  }
}

/** Scripts that write no spaces and that Annex 14 leaves unbroken: where words end is for a dictionary to say. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Annex 14 breaks Chinese and Japanese after any character; a reader would rather have words whole. */
const ideographic = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

const dictionary = new Intl.Segmenter("ja", { granularity: "word" });

/** More marks than any script stacks on one letter; the rest would only climb into the lines around. */
const markPile = /(\p{Mn}{6})\p{Mn}+/gu;

/** A text's words, in order. */
export function wordsOf(text: string, type: Type): Word[] {
  const clean = text
    .replace(/[\s\0]+/gu, " ")
    .trim()
    .replace(markPile, "$1");
  return splitAtBreaks(clean)
    .flatMap((piece) => (unspaced.test(piece) ? splitByDictionary(piece) : [piece]))
    .map((piece) => new Word(piece, type));
}

/** Splits where a line may end. The pieces together are the text. */
function splitAtBreaks(text: string): string[] {
  const ends = ideographic.test(text) ? wordEnds(text) : undefined;
  const breaker = new LineBreaker(text);
  const pieces: string[] = [];
  let start = 0;
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
    const { position } = at;
    if (position < text.length && (ends?.has(position) === false || bound(text, position))) continue;
    pieces.push(text.slice(start, position));
    start = position;
  }
  return pieces;
}

/** Ends of words, particles and endings (one or two Hiragana) counted to the word before them. */
function wordEnds(text: string): Set<number> {
  const words = Array.from(dictionary.segment(text));
  return new Set(
    words.filter(({ segment }) => !/^\p{Script=Hiragana}{1,2}$/u.test(segment)).map(({ index }) => index),
  );
}

function splitByDictionary(piece: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of dictionary.segment(piece)) {
    // Punctuation stays with the word before it, so that no line starts with it.
    if (isWordLike || words.length === 0) words.push(segment);
    else words.push((words.pop() ?? "") + segment);
  }
  return words;
}

import LineBreaker from "linebreak";
import type { Weight } from "@placard/templates";
import { widthOf } from "./text-width.ts";

/**
 * A piece of text that a line may end after. Widths are in ems and measured when first asked for: of a long text,
 * most is never set.
 */
export class Word {
  /** Without the white space behind it, which vanishes at a line's end. */
  readonly text: string;
  readonly space: string;
  readonly #weight: Weight;
  #width: number | undefined;

  constructor(piece: string, weight: Weight) {
    this.text = piece.trimEnd();
    this.space = piece.slice(this.text.length);
    this.#weight = weight;
  }

  get width(): number {
    return (this.#width ??= widthOf(this.text, this.#weight));
  }

  get spaceWidth(): number {
    return this.space ? widthOf(this.space, this.#weight) : 0;
  }

  /**
   * The characters of the word as a reader counts them, for a word that no line can hold. A closing mark stays with
   * the character before it, so that no line starts with one.
   */
  letters(): Word[] {
    const letters: string[] = [];
    for (const { segment } of graphemes.segment(this.text)) {
      const before = letters.at(-1);
      const joins = before !== undefined && closing.test(segment) && !closing.test(before.at(-1) ?? "");
      if (joins) letters[letters.length - 1] = before + segment;
      else letters.push(segment);
    }
    const last = (letters.pop() ?? "") + this.space;
    return [...letters, last].map((letter) => new Word(letter, this.#weight));
  }
}

const closing = /^[\p{Pe}\p{Pf}、。，．！？…ー]$/u;

/** Scripts that write no spaces and that Annex 14 leaves unbroken: where words end is for a dictionary to say. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Annex 14 breaks Japanese after any character; a reader would rather have its words whole. */
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const dictionary = new Intl.Segmenter("ja", { granularity: "word" });
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** More marks than any script stacks on one letter; the rest would only climb into the lines around. */
const markPile = /(\p{Mn}{6})\p{Mn}+/gu;

/** A text's words, in order, in a weight. */
export function wordsOf(text: string, weight: Weight): Word[] {
  const clean = text
    .replace(/[\s\0]+/gu, " ")
    .trim()
    .replace(markPile, "$1");
  return splitAtBreaks(clean)
    .flatMap((piece) => (unspaced.test(piece) ? splitByDictionary(piece) : [piece]))
    .map((piece) => new Word(piece, weight));
}

/** Splits where a line may end. The pieces together are the text. */
function splitAtBreaks(text: string): string[] {
  const ends = japanese.test(text) ? wordEnds(text) : undefined;
  const breaker = new LineBreaker(text);
  const pieces: string[] = [];
  let start = 0;
  for (let at = breaker.nextBreak(); at; at = breaker.nextBreak()) {
    if (ends && at.position < text.length && !ends.has(at.position)) continue;
    pieces.push(text.slice(start, at.position));
    start = at.position;
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

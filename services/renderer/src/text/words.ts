import LineBreaker from "linebreak";
import { lettersOf } from "./letters.ts";
import { widthOf, type Typeface } from "./text-metrics.ts";

/**
 * A piece of text after which a line may end. Widths are in ems and measured when first needed: most of a long text is
 * never set.
 */
export class Word {
  /** Without the white space after it, which disappears at the end of a line. */
  readonly text: string;
  readonly space: string;
  readonly #typeface: Typeface;
  #width: number | undefined;

  constructor(piece: string, typeface: Typeface) {
    this.text = piece.trimEnd();
    this.space = piece.slice(this.text.length);
    this.#typeface = typeface;
  }

  get width(): number {
    return (this.#width ??= widthOf(this.text, this.#typeface));
  }

  get spaceWidth(): number {
    return this.space ? widthOf(this.space, this.#typeface) : 0;
  }

  /** Its user-perceived characters, for a word that is wider than a line. */
  letters(): Word[] {
    const letters = lettersOf(this.text);
    const last = (letters.pop() ?? "") + this.space;
    return [...letters, last].map((letter) => new Word(letter, this.#typeface));
  }
}

/** Scripts without spaces in which UAX #14 allows no break: finding words takes a dictionary. */
const unspacedScripts = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Scripts in which UAX #14 allows a break after any character: a dictionary keeps words whole. */
const ideographicScripts = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

const dictionary = new Intl.Segmenter("ja", { granularity: "word" });

/** More marks than any script stacks on one letter: the rest would only overlap the lines around it. */
const excessMarks = /(\p{Mn}{6})\p{Mn}+/gu;

/** A text's words, in order. */
export function wordsOf(text: string, typeface: Typeface): Word[] {
  const clean = text
    .replace(/[\s\0]+/gu, " ")
    .trim()
    .replace(excessMarks, "$1");
  return splitAtBreaks(clean)
    .flatMap((piece) => (unspacedScripts.test(piece) ? splitByDictionary(piece) : [piece]))
    .map((piece) => new Word(piece, typeface));
}

/** Splits a text where a line may end. The pieces together are the text. */
function splitAtBreaks(text: string): string[] {
  const ends = ideographicScripts.test(text) ? wordEnds(text) : undefined;
  const breaker = new LineBreaker(text);
  const pieces: string[] = [];
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position } = next;
    if (position < text.length && (ends?.has(position) === false || isBreakAvoided(text, position))) continue;
    pieces.push(text.slice(start, position));
    start = position;
  }
  return pieces;
}

/** Ends of words; a particle or an ending (one or two Hiragana) belongs to the word before it. */
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

/** Marks between spaces that belong to the word before them: dashes, French punctuation, the per cent sign. */
const boundToWordBefore = /^[–—―»›·|:;!?%‰](?:\s|$)/u;

/** Opening marks followed by a space, as in French. */
const boundToWordAfter = /(?:^|\s)[«‹„“(]\s$/u;

/** Korean separates words by spaces, but UAX #14 allows a break between any two syllables. */
const endsInHangul = /\p{Script=Hangul}$/u;
const startsWithHangul = /^\p{Script=Hangul}/u;

/** Whether a line should not end at a position of a text although UAX #14 allows it. */
function isBreakAvoided(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - 3), position);
  const after = text.slice(position, position + 2);
  return (
    boundToWordBefore.test(after) ||
    boundToWordAfter.test(before) ||
    (endsInHangul.test(before) && startsWithHangul.test(after))
  );
}

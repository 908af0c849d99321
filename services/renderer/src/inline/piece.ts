import { fallbackMetrics } from "../fonts/fallback-metrics.ts";
import type { FontMetrics } from "../fonts/sfnt.ts";
import type { InlineBox } from "./content.ts";
import type { Run } from "./flow.ts";
import { hyphenationOffsets } from "./hyphenation.ts";
import { isTrimmed, isTrimmedAtEnd, trimmedWidth, trimOffsets } from "./punctuation-trim.ts";
import { scriptRunOffsets } from "./script-runs.ts";
import { kerningOf, widthOf } from "./widths.ts";

/** Scripts whose letters are joined: `letter-spacing` does not apply to them (CSS Text 4, section 8.2). */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Manichaean}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Sogdian}]/u;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Where a word may be broken; shown as a hyphen if it is. */
export const softHyphen = "\u00ad";

/** A letter as it is spaced: its text and its distance in ems from the start of the piece without spacing. */
export interface Letter {
  readonly text: string;
  readonly offset: number;
}

/** The letters of a word that is broken into many lines, from an index on: they are measured once. */
interface LetterWindow {
  readonly letters: readonly Letter[];
  readonly first: number;
}

/** What separates words: white space, atomic boxes, and the borders of elements with another direction. */
const outsideWord = /[\s\ufffc\u2066-\u2069]/u;

/** A longer piece is not measured as a whole, which takes milliseconds: its letters are. No word is as long. */
const maxMeasuredLength = 80;

/**
 * A piece of text within which lines do not end, of one run and direction. Widths are in ems, without letter spacing, and
 * measured when first needed: most of a long text is never set.
 */
export class Piece {
  readonly kind = "piece";
  /** Without the white space after it. */
  readonly text: string;
  readonly spaces: string;
  readonly run: Run;
  readonly box: InlineBox | undefined;
  /** The embedding level; odd ones are right to left. */
  readonly level: number;
  /** Whether a hyphen is shown if the line ends after it. */
  readonly hasSoftHyphen: boolean;
  breakAfter = false;
  /** The paragraph that it is a part of, and where it starts there. */
  source: { readonly text: string; readonly start: number } | undefined;
  readonly #previous: Piece | undefined;
  /** The last letter is kerned with the space after it, even if that is not shown at the end of a line. */
  #precedesSpace: boolean;
  #width: number | undefined;
  #spaceWidth: number | undefined;
  #joinWidth: number | undefined;
  #letters: readonly Letter[] | undefined;
  #window: LetterWindow | undefined;
  #fallbackMetrics: readonly FontMetrics[] | undefined;
  #trims: readonly number[] | undefined;
  #isJoined: boolean | undefined;
  #hyphenationOffsets: ReadonlySet<number> | undefined;

  constructor(text: string, run: Run, box: InlineBox | undefined, level: number, previous?: Piece) {
    const trimmed = trimSpaces(text);
    this.spaces = text.slice(trimmed.length);
    this.hasSoftHyphen = trimmed.endsWith(softHyphen);
    this.text = trimmed.includes(softHyphen) ? trimmed.replaceAll(softHyphen, "") : trimmed;
    this.run = run;
    this.box = box;
    this.level = level;
    this.#previous = previous?.level === level ? previous : undefined; // not kerned across directions
    this.#precedesSpace = this.spaces !== "";
  }

  /** The width of the text without spaces, in pixels. */
  get width(): number {
    const { size, spacing } = this.run;
    if (spacing !== 0 && this.text !== "" && !this.isJoined) return this.#spacedWidth(size, spacing);
    this.#width ??= this.#measureText();
    return this.#width * size;
  }

  /** The offsets at which the text is set closer than its characters are wide. */
  get trims(): readonly number[] {
    return (this.#trims ??= trimOffsets(this.text, this.run.language));
  }

  /** The parts of the text between trimmed punctuation and between scripts, which must be drawn one by one. */
  get segments(): readonly Letter[] {
    const runOffsets = scriptRunOffsets(this.text);
    if (this.trims.length + runOffsets.length === 0) return [{ text: this.text, offset: 0 }];
    const { typeface, language } = this.run;
    const starts = [...new Set([0, ...this.trims, ...runOffsets])].sort((a, b) => a - b);
    return starts.map((from, index) => {
      const before = this.text.slice(0, from);
      const trimCount = this.trims.filter((trim) => trim <= from).length;
      const offset = from === 0 ? 0 : widthOf(before, typeface, language) - trimCount * trimmedWidth;
      return { text: this.text.slice(from, starts[index + 1]), offset };
    });
  }

  /** Whether punctuation is trimmed at its start if it follows the piece before it on a line. */
  get isTrimmedAfterPrevious(): boolean {
    const before = this.#previous?.text.at(-1) ?? "";
    return before > "\u3000" && isTrimmed(before, this.text[0] ?? "", this.run.language);
  }

  /** How much narrower it may be at the end of a line, in pixels. */
  get endTrim(): number {
    return isTrimmedAtEnd(this.text) ? trimmedWidth * this.run.size : 0;
  }

  /** The width of the spaces after the text, in pixels. */
  get spaceWidth(): number {
    const { spaces, run } = this;
    if (spaces === "") return 0;
    this.#spaceWidth ??= spaces.length * this.#measure(" ");
    return this.#spaceWidth * run.size + spaces.length * run.spacing;
  }

  /** What its width changes by in pixels if the piece before it is on the same line: kerning. */
  get joinWidth(): number {
    const before = this.#previous;
    if (!before) return 0;
    this.#joinWidth ??= this.#measureJoin(before);
    return this.#joinWidth * this.run.size;
  }

  /** The run of the piece before it if that is another one: the kerning then belongs to its last letter. */
  get previousRun(): Run | undefined {
    return this.#previous && this.#previous.run !== this.run ? this.#previous.run : undefined;
  }

  /** Whether letter spacing does not apply. */
  get isJoined(): boolean {
    return (this.#isJoined ??= joined.test(this.text));
  }

  /** The metrics of its fallback fonts, if they count: with `line-height: normal`. */
  get fallbackMetrics(): readonly FontMetrics[] {
    const { node, language } = this.run;
    if (node.style.lineHeight !== "normal") return [];
    return (this.#fallbackMetrics ??= fallbackMetrics(this.text, language));
  }

  /** The graphemes of the text. */
  get letters(): readonly Letter[] {
    if (!this.#letters) {
      const { typeface, language } = this.run;
      let offset = 0;
      let before = "";
      this.#letters = lettersOf(this.text).map((text) => {
        if (before) offset += kerningOf(before, text, typeface, language);
        const letter = { text, offset };
        offset += widthOf(text, typeface, language);
        before = text;
        return letter;
      });
    }
    return this.#letters;
  }

  /** The offsets in the text at which it may be hyphenated. */
  get hyphenationOffsets(): ReadonlySet<number> {
    return (this.#hyphenationOffsets ??= new Set(this.#findHyphenation()));
  }

  /** A piece with another text in the same place. */
  withText(text: string, previous?: Piece): Piece {
    return new Piece(text, this.run, this.box, this.level, previous);
  }

  /** The text with a hyphen in place of the soft hyphen at its end. */
  hyphenated(): Piece {
    return this.withText(`${this.text}‐`, this.#previous);
  }

  /** The piece without the spaces at its end. */
  trimmed(): Piece {
    if (this.spaces === "") return this;
    const piece = this.withText(this.text, this.#previous);
    piece.#precedesSpace = true;
    return piece;
  }

  /**
   * Splits off the longest start that is at most `available` pixels wide, in whole letters; `atLeastOne` letter even if it
   * is wider. Undefined if there is none. `offsets`: where it may be split; default: between all letters.
   */
  splitAt(
    available: number,
    atLeastOne: boolean,
    offsets?: ReadonlySet<number>,
  ): [start: Piece, rest: Piece] | undefined {
    const { letters, first } = (this.#window ??= { letters: this.letters, first: 0 });
    const { size, spacing } = this.run;
    const step = this.isJoined ? 0 : spacing;
    const base = letters[first]?.offset ?? 0;
    let end = first;
    let length = 0;
    /** Moves to the letters before `length` that fit; the offsets are estimates where letters are joined. */
    while (end < letters.length && (letters[end]!.offset - base) * size + (end - first) * step <= available) {
      length += letters[end++]!.text.length;
    }
    let start = this.withText(this.text.slice(0, length), this.#previous);
    while (end > first && (offsets?.has(length) === false || start.width > available)) {
      length -= letters[--end]!.text.length;
      start = this.withText(this.text.slice(0, length), this.#previous);
    }
    if (end === first) {
      if (!atLeastOne) return undefined;
      do length += letters[end++]?.text.length ?? 0;
      while (end < letters.length && offsets?.has(length) === false);
      start = this.withText(this.text.slice(0, length), this.#previous);
    }
    if (end >= letters.length) return undefined;
    const rest = this.withText(this.text.slice(length) + this.spaces);
    rest.#window = { letters, first: end };
    rest.breakAfter = this.breakAfter;
    rest.source = this.source && { ...this.source, start: this.source.start + length };
    return [start, rest];
  }

  /** The text between white space that contains the piece is hyphenated as a whole. */
  #findHyphenation(): number[] {
    if (!this.source) return [];
    const { text, start } = this.source;
    let from = start;
    while (from > 0 && !outsideWord.test(text[from - 1]!)) from--;
    let to = start;
    while (to < text.length && !outsideWord.test(text[to]!)) to++;
    const offsets = hyphenationOffsets(text.slice(from, to), this.run.node.style.lang, text);
    return offsets.map((each) => from + each - start).filter((each) => each > 0 && each < this.text.length);
  }

  #spacedWidth(size: number, spacing: number): number {
    const { letters, first } = this.#window ?? { letters: this.letters, first: 0 };
    this.#width ??= this.#lettersWidth();
    return this.#width * size + (letters.length - first) * spacing;
  }

  #lettersWidth(): number {
    const { letters, first } = this.#window ?? { letters: this.letters, first: 0 };
    const last = letters.at(-1);
    if (!last) return 0;
    return last.offset - letters[first]!.offset + this.#measure(last.text) + this.#spaceKerning();
  }

  #spaceKerning(): number {
    return this.#precedesSpace ? this.#kerning(this.text, " ") : 0;
  }

  #measureText(): number {
    if (this.text.length > maxMeasuredLength) return this.#lettersWidth();
    return this.#measure(this.text) - this.trims.length * trimmedWidth + this.#spaceKerning();
  }

  /** A space may be kerned with both of its neighbors. */
  #measureJoin(before: Piece): number {
    const { typeface, language } = this.run;
    if (before.spaces !== " ") return this.#kerning(before.spaces || before.text, this.text || this.spaces);
    if (before.text === "" || this.text === "") return 0;
    const kerning = kerningOf(`${before.text.at(-1)} `, this.text, typeface, language);
    return kerning;
  }

  #measure(text: string): number {
    return text === "" ? 0 : widthOf(text, this.run.typeface, this.run.language);
  }

  #kerning(before: string, after: string): number {
    if (before === "" || after === "") return 0;
    return kerningOf(before, after, this.run.typeface, this.run.language);
  }
}

const startsWithMark = /^\p{M}/u;

/** Grapheme clusters; signs that Unicode counts as clusters of their own, but that are drawn on the letter before, belong to it. */
function lettersOf(text: string): string[] {
  const letters: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    if (letters.length > 0 && startsWithMark.test(segment)) letters.push(letters.pop()! + segment);
    else letters.push(segment);
  }
  return letters;
}

/** Removes spaces at the end that CSS collapses or lets hang; all others, such as U+00A0, are part of the text. */
function trimSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === " ") end--;
  return end === text.length ? text : text.slice(0, end);
}

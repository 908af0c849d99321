import { fallbackMetrics } from "../fonts/fallback-metrics.ts";
import type { FontMetrics } from "../fonts/sfnt.ts";
import type { InlineBox } from "./content.ts";
import type { Run } from "./flow.ts";
import { isPercent } from "./spacing.ts";
import { isTrimmed, isTrimmedAtEnd, trimmedWidth, trimOffsets } from "./punctuation-trim.ts";
import { scriptRunOffsets } from "./script-runs.ts";
import { lettersOf } from "./segments.ts";
import type { WordBoundaries } from "./word-boundaries.ts";

/** Scripts whose letters are joined: `letter-spacing` does not apply to them (CSS Text 4, section 8.2). */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Manichaean}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Sogdian}]/u;

/** Where a word may be broken; shown as a hyphen if it is. */
export const softHyphen = "\u00ad";

export const hyphen = "\u2010";

/** Offsets in a text. */
type Offsets = Pick<ReadonlySet<number>, "has">;

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

/** A longer piece, which no word is, is measured by letters: as a whole it takes milliseconds. */
const maxMeasuredLength = 80;

/**
 * A piece of text within which lines do not end, of one run and direction. Widths are in ems, without letter
 * spacing, and measured when first needed: most of a long text is never set.
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
  /** Where it may be broken if it has no room on a line. */
  boundaries: WordBoundaries | undefined;
  /** The letters of its word that were split off before it, in UTF-16 units. */
  consumed = 0;
  readonly #previous: Piece | undefined;
  /** The last letter is kerned with the space after it, even if the line ends there. */
  #precedesSpace: boolean;
  #width: number | undefined;
  #spaceWidth: number | undefined;
  #joinWidth: number | undefined;
  #letters: readonly Letter[] | undefined;
  #window: LetterWindow | undefined;
  #fallbackMetrics: readonly FontMetrics[] | undefined;
  #trims: readonly number[] | undefined;
  #isJoined: boolean | undefined;

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
    const { size, spacing, wordSpacing } = this.run;
    const words = wordSpacing === 0 ? 0 : wordSpacing * separatorOffsets(this.text).length;
    if (spacing !== 0 && this.text !== "" && !this.isJoined) return this.#spacedWidth(size, spacing) + words;
    this.#width ??= this.#measureText();
    return this.#width * size + words;
  }

  /** Measures ahead what a line needs: it then takes microseconds. */
  measure(): void {
    void [this.width, this.spaceWidth, this.joinWidth];
  }

  /** The offsets at which the text is set closer than its characters are wide. */
  get trims(): readonly number[] {
    return (this.#trims ??= trimOffsets(this.text, this.run.language));
  }

  /**
   * The parts of the text between trimmed punctuation, between scripts and at `gaps`, which are drawn one by
   * one.
   */
  segments(gaps: readonly number[] = []): readonly Letter[] {
    const inner = [...this.trims, ...scriptRunOffsets(this.text), ...gaps];
    const offsets = inner.filter((offset) => offset < this.text.length);
    if (offsets.length === 0) return [{ text: this.text, offset: 0 }];
    const { typeface, language } = this.run;
    const starts = [...new Set([0, ...offsets])].sort((a, b) => a - b);
    const texts = starts.map((from, index) => this.text.slice(from, starts[index + 1]));
    if (gaps.length > 0) return this.#place(texts);
    return starts.map((from, index) => {
      const before = this.text.slice(0, from);
      const trimCount = this.trims.filter((trim) => trim <= from).length;
      const offset = from === 0 ? 0 : typeface.widthOf(before, language) - trimCount * trimmedWidth;
      return { text: texts[index]!, offset };
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
    return this.#spaceWidth * run.size + spaces.length * (run.spacing + run.wordSpacing);
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

  /** The part of its width that is proportional to the font size, with kerning and spaces, in pixels. */
  get scalableWidth(): number {
    this.measure();
    const { size, wordSpacing, node } = this.run;
    const text = (this.#width! + (this.#spaceWidth ?? 0) + (this.#joinWidth ?? 0)) * size;
    const words = (separatorOffsets(this.text).length + this.spaces.length) * wordSpacing;
    const letters = this.width + this.spaceWidth + this.joinWidth - text - words;
    return (
      text +
      (isPercent(node.style.letterSpacing) ? letters : 0) +
      (isPercent(node.style.wordSpacing) ? words : 0)
    );
  }

  /** The graphemes of the text. */
  get letters(): readonly Letter[] {
    return (this.#letters ??= this.#place(lettersOf(this.text)));
  }

  /** Places parts of the text next to each other. */
  #place(parts: readonly string[]): readonly Letter[] {
    const { typeface, language, spacing } = this.run;
    let offset = 0;
    let before = "";
    return parts.map((text) => {
      if (before) offset += typeface.kerningOf(before, text, language, spacing !== 0);
      const letter = { text, offset };
      offset += typeface.widthOf(text, language);
      before = text;
      return letter;
    });
  }

  /** A piece with another text in the same place. */
  withText(text: string, previous?: Piece): Piece {
    return new Piece(text, this.run, this.box, this.level, previous);
  }

  /** The piece in another size. */
  inRun(run: Run, previous: Piece | undefined): Piece {
    const piece = new Piece(this.text + this.spaces, run, this.box, this.level, this.#previous && previous);
    piece.#precedesSpace = this.#precedesSpace;
    piece.#width = this.#width;
    piece.#spaceWidth = this.#spaceWidth;
    piece.#joinWidth = this.#joinWidth;
    piece.#letters = this.#letters;
    piece.#window = this.#window;
    return piece;
  }

  /** The text with a hyphen in place of the soft hyphen at its end. */
  hyphenated(): Piece {
    return this.withText(`${this.text}${hyphen}`, this.#previous);
  }

  /** The piece without the spaces at its end. */
  trimmed(): Piece {
    if (this.spaces === "") return this;
    const piece = this.withText(this.text, this.#previous);
    piece.#precedesSpace = true;
    return piece;
  }

  /**
   * Splits off the longest start that is at most `available` pixels wide, in whole letters; `atLeastOne`
   * letter even if it is wider. Undefined if there is none. `offsets`: where it may be split; default:
   * between all letters.
   */
  splitAt(
    available: number,
    atLeastOne: boolean,
    offsets?: Offsets,
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
    const isAllowed = () => offsets?.has(length) !== false;
    const startOf = () => this.withText(this.text.slice(0, length), this.#previous);
    let start: Piece | undefined;
    for (; end > first; length -= letters[--end]!.text.length) {
      if (!isAllowed()) continue;
      start = startOf();
      if (start.width <= available) break;
    }
    if (!start || end === first) {
      if (!atLeastOne) return undefined;
      do length += letters[end++]?.text.length ?? 0;
      while (end < letters.length && !isAllowed());
      start = startOf();
    }
    if (end >= letters.length) return undefined;
    const rest = this.withText(this.text.slice(length) + this.spaces);
    rest.#window = { letters, first: end };
    rest.breakAfter = this.breakAfter;
    rest.boundaries = this.boundaries;
    rest.consumed = this.consumed + length;
    return [start, rest];
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
    const { typeface, language, spacing } = this.run;
    if (before.spaces !== " ") return this.#kerning(before.spaces || before.text, this.text || this.spaces);
    if (before.text === "" || this.text === "") return 0;
    return typeface.kerningOf(`${before.text.at(-1)} `, this.text, language, spacing !== 0);
  }

  #measure(text: string): number {
    return text === "" ? 0 : this.run.typeface.widthOf(text, this.run.language);
  }

  #kerning(before: string, after: string): number {
    if (before === "" || after === "") return 0;
    const { typeface, language, spacing } = this.run;
    return typeface.kerningOf(before, after, language, spacing !== 0);
  }
}

/** The offsets after no-break spaces, which are as wide as spaces (CSS Text 4, section 10.1). */
export function separatorOffsets(text: string): readonly number[] {
  if (!text.includes("\u00a0")) return [];
  return Array.from(text.matchAll(/\u00a0/gu), ({ index }) => index + 1);
}

/** Removes spaces at the end that CSS collapses or hangs; others, such as U+00A0, stay. */
function trimSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === " ") end--;
  return end === text.length ? text : text.slice(0, end);
}

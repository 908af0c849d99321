import type { Text } from "@placard/templates";
import { languageOf, type Language } from "../fonts/language.ts";
import { breakLines, countLines } from "./break-lines.ts";
import { lineHeightFor } from "./line-height.ts";
import type { Type } from "./text-width.ts";
import { wordsOf, type Word } from "./words.ts";

/** A text set in lines. Lengths in pixels. */
export interface SetText {
  readonly size: number;
  readonly lineHeight: number;
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
  /** What it was measured in and is to be drawn in. */
  readonly language: Language;
  /** Whether words are missing at the end, or the box is too low for a single line. */
  readonly cut: boolean;
}

/** Sets one text into boxes of any size. */
export interface Setter {
  set(width: number, height: number): SetText;
  /** Lowers the largest size it may choose to the one it last chose. */
  settle(): void;
}

/** A box to set a text into, in pixels, and the line height as a factor of the size. */
interface Room {
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

/**
 * Prepares a text for setting; splitting and measuring is done once, however many boxes it is tried in. `around`: the
 * other texts of the card, which may tell its language.
 */
export function setterOf(text: Text, around = ""): Setter {
  const type = { weight: text.weight, language: languageOf(text.text, around) };
  const words = wordsOf(text.text, type);
  const factor = lineHeightFor(text.text, text.lineHeight);
  let largest = Infinity;
  let chosen = largest;
  return {
    set(width, height) {
      chosen = sizeFor(text, words, { factor, largest, width, height });
      return setAt(text, words, { type, factor, size: chosen, width, height });
    },
    settle() {
      largest = chosen;
    },
  };
}

/** How much of its size a title gives up for a line less: three lines of one word each are no gain. */
const worthALine = 0.85;

/** Of more lines than this, one less makes a title smaller and nothing else. */
const mostLinesToLose = 4;

/** The largest size at which all words fit, unbroken where the smallest size allows that; else the smallest. */
function sizeFor(
  { size, maxLines }: Text,
  words: readonly Word[],
  { factor, largest, width, height }: Room & { largest: number },
): number {
  if (typeof size === "number") return size;
  const widest = width / size.min;
  const units = words.flatMap((word) => (word.width > widest ? word.letters() : [word]));
  const largestWithin = (
    lines: number,
    from: number,
    to: number,
  ): { size: number; lines: number } | undefined => {
    for (let candidate = from; candidate >= to; candidate--) {
      const allowed = Math.min(lines, Math.floor(height / Math.round(candidate * factor)));
      const needed = countLines(units, width / candidate, allowed);
      if (needed <= allowed) return { size: candidate, lines: needed };
    }
    return undefined;
  };
  const best = largestWithin(maxLines, Math.min(size.max, largest), size.min);
  if (!best) return size.min;
  if (best.lines > mostLinesToLose || largest < size.max) return best.size; // once settled, it stays
  const fewer = largestWithin(
    best.lines - 1,
    best.size,
    Math.max(size.min, Math.ceil(best.size * worthALine)),
  );
  return fewer?.size ?? best.size;
}

function setAt(
  text: Text,
  words: readonly Word[],
  { type, factor, size, width, height }: Room & { type: Type; size: number },
): SetText {
  const lineHeight = Math.round(size * factor);
  const room = Math.floor((height + 1) / lineHeight);
  const maxLines = Math.max(1, Math.min(text.maxLines, room));
  const { balance = false } = text;
  const set = breakLines(words, { type, width: width / size, maxLines, balance });
  return {
    size,
    lineHeight,
    lines: set.lines,
    width: Math.min(Math.ceil(set.width * size), width),
    height: set.lines.length * lineHeight,
    language: type.language,
    cut: set.cut || room < 1,
  };
}

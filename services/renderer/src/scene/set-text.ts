import type { Text } from "@placard/templates";
import { breakLines, countLines } from "./break-lines.ts";
import { wordsOf, type Word } from "./words.ts";

/** A text set in lines. Lengths in pixels. */
export interface SetText {
  readonly size: number;
  readonly lineHeight: number;
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
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

/** Scripts with marks above and below that need more room between lines than Latin letters do. */
const tallScripts =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u;

/** Prepares a text for setting; splitting and measuring is done once, however many boxes it is tried in. */
export function setterOf(text: Text): Setter {
  const words = wordsOf(text.text, text.weight);
  const factor = tallScripts.test(text.text) ? Math.max(text.lineHeight, 1.35) : text.lineHeight;
  let largest = Infinity;
  let chosen = largest;
  return {
    set(width, height) {
      chosen = sizeFor(text, words, { factor, largest, width, height });
      return setAt(text, words, { factor, size: chosen, width, height });
    },
    settle() {
      largest = chosen;
    },
  };
}

/** How much of its size a title gives up for a line less: three lines of one word each are no gain. */
const worthALine = 0.85;

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
  { factor, size, width, height }: Room & { size: number },
): SetText {
  const lineHeight = Math.round(size * factor);
  const room = Math.floor((height + 1) / lineHeight);
  const maxLines = Math.max(1, Math.min(text.maxLines, room));
  const { weight, balance = false } = text;
  const set = breakLines(words, { weight, width: width / size, maxLines, balance });
  return {
    size,
    lineHeight,
    lines: set.lines,
    width: Math.min(Math.ceil(set.width * size), width),
    height: set.lines.length * lineHeight,
    cut: set.cut || room < 1,
  };
}

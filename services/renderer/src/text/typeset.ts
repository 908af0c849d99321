import type { Text } from "@placard/templates";
import { languageOf, type Language } from "../fonts/language.ts";
import { lineHeightOf } from "../inline/min-line-height.ts";
import { breakLines, countLines } from "./break-lines.ts";
import type { Typeface } from "./text-metrics.ts";
import { wordsOf, type Word } from "./words.ts";

/** A text set in lines. Lengths in pixels. */
export interface TypesetText {
  readonly size: number;
  readonly lineHeight: number;
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
  /** The language it was measured in, which it must also be drawn in. */
  readonly language: Language;
  /** Whether words are missing at the end, or the box is too low for one line. */
  readonly isTruncated: boolean;
}

/** Sets one text into boxes of any size. */
export interface Typesetter {
  /** Sets the text into a box of a size in pixels. */
  typeset(width: number, height: number): TypesetText;
  /** Limits the font size to the one last chosen. */
  limitToLastSize(): void;
}

/** A box for a text, in pixels, and the line height as a factor of the font size. */
interface Box {
  readonly width: number;
  readonly height: number;
  readonly lineHeightFactor: number;
}

/**
 * Prepares a text to be set; it is split and measured once for any number of boxes. `otherTexts`: those of the same card,
 * from which its language may be detected.
 */
export function createTypesetter(text: Text, otherTexts = ""): Typesetter {
  const typeface = { weight: text.weight, language: languageOf(text.text, otherTexts) };
  const words = wordsOf(text.text, typeface);
  const lineHeightFactor = lineHeightOf(text.text, text.lineHeight);
  let maxSize = Infinity;
  let lastSize = maxSize;
  return {
    typeset(width, height) {
      lastSize = findSize(text, words, { lineHeightFactor, maxSize, width, height });
      return typesetAt(text, words, { typeface, lineHeightFactor, size: lastSize, width, height });
    },
    limitToLastSize() {
      maxSize = lastSize;
    },
  };
}

/** A title may shrink to this share of its size to take one line less: three lines of one word each look worse. */
const minSizeShareForFewerLines = 0.85;

/** With more lines than this, one line less makes a title smaller without another benefit. */
const maxLinesToReduce = 4;

/** The largest size at which all words fit, unbroken if the smallest size allows that; otherwise the smallest. */
function findSize(
  { size, maxLines }: Text,
  words: readonly Word[],
  { lineHeightFactor, maxSize, width, height }: Box & { maxSize: number },
): number {
  if (typeof size === "number") return size;
  const widest = width / size.min;
  const units = words.flatMap((word) => (word.width > widest ? word.letters() : [word]));
  const largestWithin = (
    lineLimit: number,
    from: number,
    to: number,
  ): { size: number; lines: number } | undefined => {
    for (let candidate = from; candidate >= to; candidate--) {
      const limit = Math.min(lineLimit, Math.floor(height / Math.round(candidate * lineHeightFactor)));
      const lines = countLines(units, width / candidate, limit);
      if (lines <= limit) return { size: candidate, lines };
    }
    return undefined;
  };
  const best = largestWithin(maxLines, Math.min(size.max, maxSize), size.min);
  if (!best) return size.min;
  if (best.lines > maxLinesToReduce || maxSize < size.max) return best.size; // the size of limitToLastSize stays
  const fewerLines = largestWithin(
    best.lines - 1,
    best.size,
    Math.max(size.min, Math.ceil(best.size * minSizeShareForFewerLines)),
  );
  return fewerLines?.size ?? best.size;
}

function typesetAt(
  text: Text,
  words: readonly Word[],
  { typeface, lineHeightFactor, size, width, height }: Box & { typeface: Typeface; size: number },
): TypesetText {
  const lineHeight = Math.round(size * lineHeightFactor);
  const fittingLines = Math.floor((height + 1) / lineHeight);
  const maxLines = Math.max(1, Math.min(text.maxLines, fittingLines));
  const { balance = false } = text;
  const broken = breakLines(words, { typeface, width: width / size, maxLines, balance });
  return {
    size,
    lineHeight,
    lines: broken.lines,
    width: Math.min(Math.ceil(broken.width * size), width),
    height: broken.lines.length * lineHeight,
    language: typeface.language,
    isTruncated: broken.isTruncated || fittingLines < 1,
  };
}

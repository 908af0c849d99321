import type { Style } from "@placard/templates/scene";
import type { FontMetrics } from "../fonts/sfnt.ts";
import type { TextFragment } from "../layout/placed.ts";
import { contentArea, type Extent } from "./line-metrics.ts";
import type { Piece } from "./piece.ts";

type Emphasis = NonNullable<Style["textEmphasis"]>;

const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\ufe30-\ufe4f\uff00-\uffef]/u;

/** The em box of the fallback font for East Asian scripts. */
const ideographBox = { ascent: 0.88, descent: 0.12 };

/** White space, controls and punctuation have no marks (CSS Text Decoration 4, section 3.5). */
const unmarked = /^(?![#%&@§¶‰‱⁊⁋⁓〽＃％＆＠])[\p{Z}\p{Cc}\p{Cf}\p{P}]/u;

/** How far the em box of a text reaches, in ems. */
function emBox(text: string, { ascent, descent }: FontMetrics): Extent {
  const own = { ascent: ascent / (ascent + descent), descent: descent / (ascent + descent) };
  if (!ideograph.test(text)) return own;
  const isMixed = /[\p{Script=Latin}\p{N}]/u.test(text);
  return { ...ideographBox, ...(isMixed && { descent: own.descent }) };
}

/** The extent of a text with its marks. They have half its size and touch its em box, as in Chromium. */
export function emphasisExtent(piece: Piece, metrics: FontMetrics, size: number, emphasis: Emphasis): Extent {
  const { ascent, descent } = contentArea(metrics, size);
  const box = emBox(piece.text, metrics);
  const mark = Math.ceil(size / 2);
  return emphasis.isUnder
    ? { ascent, descent: Math.ceil(box.descent * size) + mark }
    : { ascent: Math.ceil(box.ascent * size) + mark, descent };
}

/** The marks of the text between two positions, as text. `leftOf`: where something begins on the line. */
export function emphasisFragment(
  fragment: TextFragment,
  pieces: readonly Piece[],
  starts: readonly number[],
  leftOf: (start: number, end: number) => number,
): TextFragment | undefined {
  const { textEmphasis } = fragment.node.style;
  if (!textEmphasis) return undefined;
  const { mark, isUnder } = textEmphasis;
  const { run } = pieces[0]!;
  const size = run.size / 2;
  const half = (run.typeface.widthOf(mark, run.language) * size) / 2;
  const letters = pieces.flatMap((piece, index) => {
    const spacing = piece.isJoined ? 0 : run.spacing;
    return piece.letters.flatMap(({ text, offset }, position) => {
      if (unmarked.test(text)) return [];
      const next = piece.letters[position + 1];
      const start = starts[index]! + offset * run.size + position * spacing;
      const end = next
        ? starts[index]! + next.offset * run.size + position * spacing
        : starts[index]! + piece.width - spacing;
      const middle = (start + end) / 2;
      return [{ text: mark, x: leftOf(middle - half, middle + half) }];
    });
  });
  if (letters.length === 0) return undefined;
  const { metrics } = run.typeface;
  const [text, own] = [emBox(fragment.text, metrics), emBox(mark, metrics)];
  const distance = isUnder
    ? Math.ceil(text.descent * run.size) + own.ascent * size
    : -Math.ceil(text.ascent * run.size) - own.descent * size;
  const baseline = fragment.baseline + distance;
  const { ascent, descent } = contentArea(metrics, size);
  return { ...fragment, y: baseline - ascent, height: ascent + descent, baseline, fontSize: size, letters };
}

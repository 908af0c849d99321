import { drawnSize } from "../fonts/drawn-size.ts";
import { needsFallbackFont } from "../fonts/fallback-metrics.ts";
import type { TextFragment } from "../layout/placed.ts";
import type { Extent } from "./line-metrics.ts";
import type { Expansions } from "./justify.ts";
import { isUpright } from "../layout/turned-lines.ts";
import { emphasisFragment } from "./emphasis.ts";
import { separatorOffsets, type Piece } from "./piece.ts";
import { isSameScriptRun, scriptRunOffsets } from "./script-runs.ts";

/** Text may be drawn this many pixels shorter or longer than measured. */
const maxDrawingError = 0.25;

/**
 * The fragment of consecutive pieces of one run and direction, in logical order. `isFirst`: of the line.
 * `kerning`: how much farther the text of another run after it is set, in pixels.
 */
export function textFragment(
  pieces: readonly Piece[],
  x: number,
  {
    baseline,
    content,
    isFirst,
    kerning,
    expansions,
  }: {
    baseline: number;
    content: Extent;
    isFirst: boolean;
    kerning: number;
    expansions: Expansions | undefined;
  },
): TextFragment {
  const { run, level } = pieces[0]!;
  const isRtl = level % 2 === 1;
  let text = "";
  let width = 0;
  const starts: number[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 || (!isFirst && !piece.previousRun)) width += piece.joinWidth;
    starts.push(width);
    text += piece.text + piece.spaces;
    width += piece.width + piece.spaceWidth + (expansions?.after(piece) ?? 0);
  }
  /** Mirrors the distance of a letter from the start of right-to-left text. */
  const leftOf = (start: number, end: number) => x + (isRtl ? width - end : start);
  const plain = {
    kind: "text" as const,
    node: run.node,
    text,
    x,
    y: baseline - content.ascent,
    width: width + kerning,
    height: content.ascent + content.descent,
    baseline,
    fontSize: run.size,
    em: run.em,
    direction: isRtl ? ("rtl" as const) : ("ltr" as const),
    language: run.language,
    families: run.typeface.families,
    metrics: run.typeface.metrics,
    ...(run.typeface.isSlanted && { isSlanted: true }),
    ...(run.factor !== undefined && { factor: run.factor }),
  };
  const emphasis = emphasisFragment(plain, pieces, starts, leftOf);
  const fragment = emphasis ? { ...plain, emphasis } : plain;
  // Upright letters of turned lines are drawn one by one.
  const isDrawnByLetter = run.spacing !== 0 || isUpright(text, run.node.style);
  const isSpaced = isDrawnByLetter && pieces.some((piece) => !piece.isJoined);
  const error = width * Math.abs(drawnSize(run.size) / run.size - 1);
  const isTrimmed = pieces.some(
    (piece, index) => piece.trims.length > 0 || (index > 0 && piece.isTrimmedAfterPrevious),
  );
  // Pango takes spaces from the font of the letters next to them, browsers from the first font of the style.
  const hasForeignSpaces = needsFallbackFont(text) && text.trimEnd().includes(" ");
  const isDrawnWhole = !hasForeignSpaces && scriptRunOffsets(text.trimEnd()).length === 0;
  const isWidened = expansions !== undefined || run.wordSpacing !== 0;
  if (!isSpaced && !isTrimmed && !isWidened && isDrawnWhole && error < maxDrawingError) return fragment;
  const gapsOf = pieces.map((piece) => (isWidened ? findGaps(piece, expansions) : noGaps));
  const hasInnerGaps = gapsOf.some(({ offsets }) => offsets.length > 0);
  if (!isSpaced && !isTrimmed && !hasInnerGaps && error < maxDrawingError) {
    const words = joinSegments(pieces, starts, expansions);
    return {
      ...fragment,
      letters: words.map(({ text: word, start, end }) => ({ text: word, x: leftOf(start, end) })),
    };
  }
  const letters = pieces.flatMap((piece, index) => {
    const start = starts[index]!;
    const gaps = gapsOf[index]!;
    const isByLetter = isSpaced && !piece.isJoined;
    const parts = isByLetter ? piece.letters : piece.segments(gaps.offsets);
    const spacing = isByLetter ? run.spacing : 0;
    let length = 0;
    return parts.map((part, position) => {
      const from = start + part.offset * run.size + position * spacing + gaps.before(length);
      length += part.text.length;
      const next = parts[position + 1];
      const to = next
        ? start + next.offset * run.size + position * spacing + gaps.before(length - 1)
        : start + piece.width - spacing + gaps.inner;
      return { text: part.text, x: leftOf(from, to) };
    });
  });
  return { ...fragment, letters };
}

/** Where the text of a piece is widened: by `word-spacing`, or because its line is justified. */
interface Gaps {
  readonly offsets: readonly number[];
  /** Pixels that are added up to an offset. */
  readonly before: (offset: number) => number;
  /** Pixels that justification adds within the text. */
  readonly inner: number;
}

const noGaps: Gaps = { offsets: [], before: () => 0, inner: 0 };

function findGaps(piece: Piece, expansions: Expansions | undefined): Gaps {
  const { length } = piece.text;
  const separators = piece.run.wordSpacing === 0 ? [] : separatorOffsets(piece.text);
  const added = (expansions?.offsetsIn(piece) ?? []).filter((offset) => offset < length);
  if (separators.length + added.length === 0) return noGaps;
  const each = expansions?.each ?? 0;
  const sums = new Float64Array(length + 1);
  for (const offset of separators) sums[offset]! += piece.run.wordSpacing;
  for (const offset of added) sums[offset]! += each;
  for (let offset = 1; offset <= length; offset++) sums[offset]! += sums[offset - 1]!;
  return {
    offsets: [...separators, ...added],
    before: (end) => sums[end]!,
    inner: added.length * each,
  };
}

/** What stands between spaces or scripts, with its distances from the start of the fragment in pixels. */
interface Word {
  text: string;
  readonly start: number;
  end: number;
}

function joinSegments(
  pieces: readonly Piece[],
  starts: readonly number[],
  expansions: Expansions | undefined,
): Word[] {
  const words: Word[] = [];
  for (const [index, piece] of pieces.entries()) {
    const pieceStart = starts[index]!;
    const segments = piece.segments();
    for (const [position, { text, offset }] of segments.entries()) {
      const start = pieceStart + offset * piece.run.size;
      const next = segments[position + 1];
      const end = pieceStart + (next ? next.offset * piece.run.size : piece.width);
      const word = words.at(-1);
      const isAdjacent = word && position === 0 && isTouching(pieces[index - 1]!, expansions);
      if (isAdjacent && isSameScriptRun(word.text, text)) {
        word.text += text;
        word.end = end;
      } else if (text.trim() !== "") words.push({ text, start, end });
    }
  }
  return words;
}

/** Whether nothing is between a piece and the next one. */
function isTouching(piece: Piece, expansions: Expansions | undefined): boolean {
  return piece.spaces === "" && !expansions?.after(piece);
}

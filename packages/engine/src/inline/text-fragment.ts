import { drawnSize } from "../fonts/drawn-size.ts";
import { needsFallbackFont } from "../fonts/fallback-metrics.ts";
import type { TextFragment } from "../layout/placed.ts";
import type { Extent } from "./line-metrics.ts";
import type { Piece } from "./piece.ts";
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
  }: { baseline: number; content: Extent; isFirst: boolean; kerning: number },
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
    width += piece.width + piece.spaceWidth;
  }
  const fragment = {
    kind: "text" as const,
    node: run.node,
    text,
    x,
    y: baseline - content.ascent,
    width: width + kerning,
    height: content.ascent + content.descent,
    baseline,
    fontSize: run.size,
    direction: isRtl ? ("rtl" as const) : ("ltr" as const),
    language: run.language,
    families: run.typeface.families,
  };
  const isSpaced = run.spacing !== 0 && pieces.some((piece) => !piece.isJoined);
  const error = width * Math.abs(drawnSize(run.size) / run.size - 1);
  const isTrimmed = pieces.some(
    (piece, index) => piece.trims.length > 0 || (index > 0 && piece.isTrimmedAfterPrevious),
  );
  // Pango takes spaces from the font of the letters next to them, browsers from the first font of the style.
  const hasForeignSpaces = needsFallbackFont(text) && text.trimEnd().includes(" ");
  const isDrawnWhole = !hasForeignSpaces && scriptRunOffsets(text.trimEnd()).length === 0;
  if (!isSpaced && !isTrimmed && isDrawnWhole && error < maxDrawingError) return fragment;
  /** Mirrors the distance of a letter from the start of right-to-left text. */
  const leftOf = (start: number, end: number) => x + (isRtl ? width - end : start);
  if (!isSpaced && !isTrimmed && error < maxDrawingError) {
    const words = joinSegments(pieces, starts);
    return {
      ...fragment,
      letters: words.map(({ text: word, start, end }) => ({ text: word, x: leftOf(start, end) })),
    };
  }
  const letters = pieces.flatMap((piece, index) => {
    const start = starts[index]!;
    if (!isSpaced || piece.isJoined) {
      return piece.segments.map(({ text: segment, offset }) => {
        const from = start + offset * run.size;
        return { text: segment, x: leftOf(from, start + piece.width) };
      });
    }
    return piece.letters.map(({ text: letter, offset }, position) => {
      const from = start + offset * run.size + position * run.spacing;
      const next = piece.letters[position + 1];
      const to = next
        ? start + next.offset * run.size + position * run.spacing
        : start + piece.width - run.spacing;
      return { text: letter, x: leftOf(from, to) };
    });
  });
  return { ...fragment, letters };
}

/** What stands between spaces or scripts, with its distances from the start of the fragment in pixels. */
interface Word {
  text: string;
  readonly start: number;
  end: number;
}

function joinSegments(pieces: readonly Piece[], starts: readonly number[]): Word[] {
  const words: Word[] = [];
  for (const [index, piece] of pieces.entries()) {
    const pieceStart = starts[index]!;
    const { segments } = piece;
    for (const [position, { text, offset }] of segments.entries()) {
      const start = pieceStart + offset * piece.run.size;
      const next = segments[position + 1];
      const end = pieceStart + (next ? next.offset * piece.run.size : piece.width);
      const word = words.at(-1);
      const isAdjacent = word && position === 0 && pieces[index - 1]!.spaces === "";
      if (isAdjacent && isSameScriptRun(word.text, text)) {
        word.text += text;
        word.end = end;
      } else if (text.trim() !== "") words.push({ text, start, end });
    }
  }
  return words;
}

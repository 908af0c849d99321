import { breakAllOffsets } from "./break-opportunities.ts";
import { hyphen, type Piece } from "./piece.ts";

/** Where a word is broken, best first: after a sign, between syllables, or between any two letters. */
export type WordBreak = "sign" | "syllable" | "letter";

/** A piece that has no room on a line. */
interface BrokenPiece {
  /** What the line ends with, with a hyphen after a syllable. Undefined if the whole piece is moved. */
  readonly parts: readonly [start: Piece, rest: Piece] | undefined;
  /** Undefined with `word-break: break-all`. */
  readonly wordBreak?: WordBreak;
}

interface Options {
  /** Whether the line can end before the piece. */
  readonly canMove: boolean;
  /** Whether nothing is on the line: something must be split off, even if it is too wide. */
  readonly isForced: boolean;
  /** Syllables are wider than single letters, which give the `min-content` width. */
  readonly purpose: "lines" | "min-content";
}

/** Breaks a piece; its start has at most `available` pixels. Undefined if it stays whole. */
export function breakPiece(
  piece: Piece,
  available: number,
  { canMove, isForced, purpose }: Options,
): BrokenPiece | undefined {
  if (!piece.run.wraps) return undefined;
  const { wordBreak, overflowWrap, hyphens } = piece.run.node.style;
  if (wordBreak === "break-all") {
    const parts = piece.splitAt(available, isForced, breakAllOffsets(piece.text));
    if (parts) return { parts };
  }
  if (canMove) return undefined;
  const { boundaries, consumed } = piece;
  const split = (width: number, offsets: ReadonlySet<number>, mustSplit = false) =>
    piece.splitAt(width, mustSplit, { has: (offset) => offsets.has(consumed + offset) });
  const anywhere = overflowWrap === "anywhere" || (overflowWrap === "break-word" && purpose === "lines");
  if (anywhere && boundaries) {
    const parts = split(available, boundaries.signs()) ?? split(available, boundaries.parts());
    if (parts) return { parts, wordBreak: "sign" };
  }
  if (hyphens === "auto" && (purpose === "lines" || !anywhere) && boundaries) {
    const room = available - piece.withText(hyphen).width;
    const { syllables, joints } = boundaries.hyphens();
    const atSyllable = split(room, syllables, isForced && !anywhere);
    const atJoint = atSyllable && split(room, joints);
    const isLong = atJoint && atJoint[0].width > atSyllable[0].width / 2;
    const [start, rest] = (isLong ? atJoint : atSyllable) ?? [];
    if (start && rest) return { parts: [start.hyphenated(), rest], wordBreak: "syllable" };
  }
  if (!anywhere) return undefined;
  const parts = piece.splitAt(available, isForced);
  return parts || !isForced ? { parts, wordBreak: "letter" } : undefined;
}

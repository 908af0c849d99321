import { hyphen, type Piece } from "./piece.ts";

/** Where a word is broken, best first: after a sign, between syllables, or between any two letters. */
export type WordBreak = "sign" | "syllable" | "letter";

interface BrokenWord {
  /** With a hyphen if it ends with a syllable. */
  readonly start: Piece;
  readonly rest: Piece;
  readonly wordBreak: WordBreak;
}

interface Options {
  /** Whether the word may be broken although it has no syllables (`overflow-wrap`). */
  readonly anywhere: boolean;
  /** Whether it may be hyphenated (`hyphens`). */
  readonly hyphenates: boolean;
  /** Whether something must be split off, even if it is too wide. */
  readonly isForced: boolean;
}

/** Breaks a word wider than a line; its start has at most `available` pixels. Undefined if impossible. */
export function breakWord(
  piece: Piece,
  available: number,
  { anywhere, hyphenates, isForced }: Options,
): BrokenWord | undefined {
  const { boundaries } = piece;
  if (anywhere && boundaries) {
    const parts =
      piece.splitAt(available, false, boundaries.signs) ?? piece.splitAt(available, false, boundaries.parts);
    if (parts) return { start: parts[0], rest: parts[1], wordBreak: "sign" };
  }
  if (hyphenates && boundaries) {
    const hyphenWidth = piece.withText(hyphen).width;
    const atSyllable = piece.splitAt(available - hyphenWidth, isForced && !anywhere, boundaries.syllables);
    const atJoint = atSyllable && piece.splitAt(available - hyphenWidth, false, boundaries.joints);
    const isLong = atJoint && atJoint[0].width > atSyllable[0].width / 2;
    const parts = isLong ? atJoint : atSyllable;
    if (parts) return { start: parts[0].hyphenated(), rest: parts[1], wordBreak: "syllable" };
  }
  const parts = anywhere ? piece.splitAt(available, isForced) : undefined;
  return parts && { start: parts[0], rest: parts[1], wordBreak: "letter" };
}

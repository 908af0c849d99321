import type { Piece } from "./piece.ts";

/** Where a word is broken, from the best to the worst: after a sign, between syllables, or between any two letters. */
export type WordBreak = "sign" | "syllable" | "letter";

/** The two parts of a word that is broken. */
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

/** Breaks a word that is wider than a line; its start is at most `available` pixels wide. Undefined if that is not possible. */
export function breakWord(
  piece: Piece,
  available: number,
  { anywhere, hyphenates, isForced }: Options,
): BrokenWord | undefined {
  if (anywhere) {
    for (const boundary of [afterSign, betweenParts]) {
      const offsets = new Set(Array.from(piece.text.matchAll(boundary), ({ index }) => index));
      const parts = offsets.size > 0 && piece.splitAt(available, false, offsets);
      if (parts) return { start: parts[0], rest: parts[1], wordBreak: "sign" };
    }
  }
  const syllables = hyphenates ? piece.hyphenationOffsets : undefined;
  if (syllables && syllables.size > 0) {
    const hyphenWidth = piece.hyphenated().width - piece.width;
    const parts = piece.splitAt(available - hyphenWidth, isForced && !anywhere, syllables);
    if (parts) return { start: parts[0].hyphenated(), rest: parts[1], wordBreak: "syllable" };
  }
  const parts = anywhere ? piece.splitAt(available, isForced) : undefined;
  return parts && { start: parts[0], rest: parts[1], wordBreak: "letter" };
}

/** Behind the signs that join words in addresses, paths and identifiers; not within `3.14` or `://`. */
const afterSign = /(?<=[_/.\-@:;,&=?#+|~\\](?<!\p{N}[.,:](?=\p{N})))(?=[\p{L}\p{N}])/gu;

/** Between the words of `camelCase`, `HTMLParser` and `version2`. */
const betweenParts =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

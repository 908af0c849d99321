import type { Style } from "@placard/templates/scene";
import LineBreaker from "linebreak";
import type { InlineContent } from "./content.ts";
import { segmentsOf } from "./segments.ts";

/** Positions of a text at which a line may end, by UTF-16 offset. */
export type BreakOpportunities = Uint8Array;

/** Scripts without spaces in which UAX #14 allows no break: finding words takes a dictionary. */
const unspacedScripts = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Scripts in which UAX #14 allows a break after any character: a dictionary keeps words whole. */
const ideographicScripts = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

const smallKana = /[ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー\u31f0-\u31ff\uff67-\uff70]/g;

const dictionary = new Intl.Segmenter("ja", { granularity: "word" });

const nonAscii = /[^\0-~]/;

/** Finds where lines may end: UAX #14 with `word-break`, and a dictionary for Thai and its neighbors. */
export function findBreakOpportunities({ text, parts }: InlineContent): BreakOpportunities {
  const breaks = new Uint8Array(text.length + 1);
  if (nonAscii.test(text)) addBreaks(text, breaks);
  addAsciiBreaks(text, breaks);
  for (const part of parts) {
    // Unlike in UAX #14, quotation marks do not stick to boxes.
    if (part.kind === "atomic" && /^["'“‘«‹]/.test(text.slice(part.end, part.end + 1))) breaks[part.end] = 1;
    if (part.kind !== "text") continue;
    applyWordBreak(text, part.start, part.end, part.node.style.wordBreak, breaks);
  }
  return breaks;
}

function addBreaks(text: string, breaks: BreakOpportunities): void {
  // Lines may start with small kana, unlike in the package's strict rules (CSS Text 3, section 5.3).
  const breaker = new LineBreaker(text.replace(smallKana, "\u5b57"));
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks[next.position] = 1;
  for (const match of text.matchAll(unspacedScripts)) addWordEnds(match[0], match.index, breaks);
}

/** Chromium breaks before these after `afterPunctuation`. */
const opening = new Set("(<[{");
const afterPunctuation = new Set('!"#%)*+,.:;=>\\]|}~');
/** Before all other ASCII characters a line may end after a hyphen or a question mark. */
const notAfterHyphen = new Set("!$'),./:;?]}");
const notAfterQuestionMark = new Set("!\"'),./:;?]}");

/** Between ASCII characters, Chromium does not follow UAX #14 but a table: `a/b` is not broken, `a?b` is. */
function addAsciiBreaks(text: string, breaks: BreakOpportunities): void {
  for (let at = 1; at < text.length; at++) {
    const [before, after] = [text[at - 1]!, text[at]!];
    if (before > "~" || after > "~") continue;
    if (after <= " ") breaks[at] = 0;
    else if (before <= " ") breaks[at] = 1;
    else if (before === "-") breaks[at] = isAfterHyphen(text, at) ? 1 : 0;
    else if (before === "?") breaks[at] = notAfterQuestionMark.has(after) ? 0 : 1;
    else breaks[at] = opening.has(after) && afterPunctuation.has(before) ? 1 : 0;
  }
}

/** Whether a line may end between a hyphen and the character at `at`: not if the hyphen is a minus sign. */
function isAfterHyphen(text: string, at: number): boolean {
  const after = text[at]!;
  if (after >= "0" && after <= "9") return /[0-9A-Za-z]/.test(text[at - 2] ?? "");
  return !notAfterHyphen.has(after);
}

function addWordEnds(text: string, offset: number, breaks: BreakOpportunities): void {
  for (const { index } of segmentsOf(dictionary, text)) if (index > 0) breaks[offset + index] = 1;
}

/** Except for scripts without spaces, whose words a dictionary finds. */
const letter =
  /(?![\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{Emoji_Presentation}]/u;

function applyWordBreak(
  text: string,
  start: number,
  end: number,
  wordBreak: Style["wordBreak"],
  breaks: BreakOpportunities,
): void {
  switch (wordBreak) {
    case "normal":
    case "break-all": // words are broken when lines are filled
      return;
    case "keep-all":
      for (let at = start + 1; at < end; at++) {
        if (breaks[at] && isLetter(text, at - 1) && isLetter(text, at)) breaks[at] = 0;
      }
      return;
    case "auto-phrase":
      return keepPhrases(text.slice(start, end), start, breaks);
  }
}

/** Letters, digits and symbols that UAX #14 treats alike. */
const alphabetic = /[\p{L}\p{N}=<>^~#&*@_`|]/gu;

/** Where a line may end in a word with `word-break: break-all`: between letters as between ideographs. */
export function breakAllOffsets(word: string): ReadonlySet<number> {
  const breaker = new LineBreaker(word.replace(alphabetic, (match) => "\u5b57".repeat(match.length)));
  const positions = new Set<number>();
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) positions.add(next.position);
  return positions;
}

function isLetter(text: string, at: number): boolean {
  const isTrail = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return letter.test(String.fromCodePoint(text.codePointAt(isTrail ? at - 1 : at) ?? 0));
}

function keepPhrases(text: string, offset: number, breaks: BreakOpportunities): void {
  const ends = ideographicScripts.test(text) ? phraseEnds(text) : undefined;
  for (let at = 1; at < text.length; at++) {
    if (breaks[offset + at] === 0) continue;
    if (ends?.has(at) === false || isBreakAvoided(text, at)) breaks[offset + at] = 0;
  }
}

/** Ends of words, without the words that belong to the one before them. */
function phraseEnds(text: string): Set<number> {
  const words = segmentsOf(dictionary, text);
  const starts = words.filter(({ segment }, at) => !isBoundToWord(segment, words[at - 1]?.segment ?? ""));
  return new Set(starts.map(({ index }) => index));
}

const numeral = /^[〇一二三四五六七八九十百千万億兆\d]+$/u;

/** Whether a word is a particle or an ending (up to three Hiragana), or counts what a numeral says. */
function isBoundToWord(word: string, before: string): boolean {
  const isEnding = /^\p{Script=Hiragana}{1,3}$/u.test(word) && /[\p{L}\p{N}]$/u.test(before);
  return isEnding || (numeral.test(before) && /^[\p{Script=Han}\p{Script=Katakana}]/u.test(word));
}

/** Marks after a space that stay with the word before: dashes, French punctuation, signs of units. */
const boundToWordBefore = /^[–—―»›·|:;!?%‰\p{Sc}](?:\s|$)/u;

/** Opening marks followed by a space, as in French. */
const boundToWordAfter = /(?:^|\s)[«‹„“(]\s$/u;

/** Korean separates words by spaces, but UAX #14 allows a break between any two syllables. */
const endsInHangul = /\p{Script=Hangul}$/u;
const startsWithHangul = /^\p{Script=Hangul}/u;

/** Whether a line should not end at a position of a text although UAX #14 allows it. */
function isBreakAvoided(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - 3), position);
  const after = text.slice(position, position + 2);
  return (
    boundToWordBefore.test(after) ||
    boundToWordAfter.test(before) ||
    (endsInHangul.test(before) && startsWithHangul.test(after))
  );
}

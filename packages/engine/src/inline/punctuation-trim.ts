import type { Language } from "../fonts/language.ts";

/** The white half of full-width punctuation, in ems. */
export const trimmedWidth = 0.5;

const opening = /^[「『（【〔〖《〈［｛｟〝]$/u;
const closing = /^[」』）】〕〗》〉］｝｠〟]$/u;
/** Their dots are in the middle in Traditional Chinese. */
const dots = /^[、。，．]$/u;
const middle = /^[・\u3000]$/u;

const punctuation = /[、-〟（），．［］｛｝｟｠・\u3000]{2}/u;

function isClosing(character: string, language: Language): boolean {
  return closing.test(character) || (language !== "zh-TW" && dots.test(character));
}

/** Whether full-width punctuation loses its white half between two characters (CSS Text 4, section 8.4). */
export function isTrimmed(before: string, after: string, language: Language): boolean {
  if (opening.test(after)) {
    return opening.test(before) || middle.test(before) || isClosing(before, language);
  }
  return isClosing(before, language) && (isClosing(after, language) || middle.test(after));
}

/** The offsets in a text before which white space is trimmed. */
export function trimOffsets(text: string, language: Language): readonly number[] {
  if (!punctuation.test(text)) return [];
  const offsets: number[] = [];
  for (let at = 1; at < text.length; at++) {
    if (isTrimmed(text[at - 1]!, text[at]!, language)) offsets.push(at);
  }
  return offsets;
}

/** Whether the bracket at the end of a line may lose its white half if it has no room otherwise. */
export function isTrimmedAtEnd(text: string): boolean {
  const last = text.at(-1) ?? "";
  return last > "\u3000" && closing.test(last);
}

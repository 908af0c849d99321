/** Control characters that are not white space, such as NUL. */
const invisibleControls = /(?!\p{White_Space})\p{Cc}/gu;
const whiteSpaceRun = /\p{White_Space}+/gu;

/**
 * Normalizes a text to the form in which it is hashed, stored and rendered: Unicode NFC, runs of white space as one
 * space, no other control characters, trimmed; a lone surrogate becomes U+FFFD. Idempotent.
 */
export function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(invisibleControls, "")
    .normalize("NFC")
    .replace(whiteSpaceRun, " ")
    .trim();
}

/**
 * A pattern that matches a visible character: not a space, control, format or default-ignorable character, and not U+2800
 * (blank braille).
 */
export const visiblePattern = "[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800]";

/** Control characters that are not white space (NUL among them). */
const invisibleControls = /(?!\p{White_Space})\p{Cc}/gu;
const whiteSpaceRun = /\p{White_Space}+/gu;

/**
 * Brings a text into the one form in which it is hashed, stored and drawn: Unicode NFC, runs of white space as one
 * space, no other control characters, trimmed; a lone surrogate becomes U+FFFD. Applying it twice changes nothing.
 */
export function normaliseText(text: string): string {
  return text
    .toWellFormed()
    .replace(invisibleControls, "")
    .normalize("NFC")
    .replace(whiteSpaceRun, " ")
    .trim();
}

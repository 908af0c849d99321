/** Control characters that are not white space, such as NUL. */
const invisibleControls = /(?!\p{White_Space})\p{Cc}/gu;
const whiteSpaceRun = /\p{White_Space}+/gu;

/** Words of printable ASCII with single spaces between them. Normalization does not change them. */
const plainText = /^[!-~]+(?: [!-~]+)*$/;

/** Line feed, or carriage return and line feed. */
const lineBreak = /^\r?\n$/;

/**
 * Normalizes a text to the form in which it is hashed, stored and rendered. It is trimmed Unicode NFC, with
 * single spaces and without control characters. A lone surrogate becomes U+FFFD. Idempotent. With
 * `keepsLines`, a single line break becomes a line feed. A line break next to other white space becomes a
 * space: it comes from wrapped source code.
 */
export function normalizeText(text: string, { keepsLines = false } = {}): string {
  if (plainText.test(text)) return text;
  return text
    .toWellFormed()
    .replace(invisibleControls, "")
    .normalize("NFC")
    .replace(whiteSpaceRun, (run) => (keepsLines && lineBreak.test(run) ? "\n" : " "))
    .trim();
}

/**
 * A pattern that matches a visible character: not a space, control, format or default-ignorable character,
 * and not U+2800 (blank braille).
 */
export const visiblePattern = "[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800]";
const visible = new RegExp(visiblePattern, "u");

/** Whether a value is a text with a visible character. */
export function isVisible(value: unknown): value is string {
  return typeof value === "string" && visible.test(value);
}

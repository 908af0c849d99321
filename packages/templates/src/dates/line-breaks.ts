/** Prevents a line break on both of its sides (UAX #14). */
export const wordJoiner = "\u2060";

/** Prevents line breaks around numbers: at dashes, slashes, and Chinese, Japanese and Korean units. */
export function keepTogether(text: string): string {
  return text
    .replace(
      /(?<=\p{Nd})([-–—/])(?=[^\s\u2060])|(?<=[^\s\u2060])([-–—/])(?=\p{Nd})/gu,
      (dash) => `${wordJoiner}${dash}${wordJoiner}`,
    )
    .replace(/(?<=[^\s\u2060])(?=[~～〜])|(?<=\p{Nd})(?=[年月日년월일])|(?<=月)(?=\p{Nd})/gu, wordJoiner)
    .replace(/(?<!\s)\s+(?=[–—]\s)/gu, "\u00a0");
}

/** Prevents line breaks between the day and the month of a date: `June 30`, `30. Juni`. */
export function keepDaysTogether(date: string): string {
  return keepTogether(date)
    .replace(/(?<!\p{Nd})(\p{Nd}{1,2}\.?) (?=[\p{L}\p{M}]{3,})/gu, "$1\u00a0")
    .replace(/(?<=[\p{L}\p{M}]\.?) (?=\p{Nd}{1,2}(?!\p{Nd}))/gu, "\u00a0");
}

/** Removes the spaces around the dash of a range within a month. */
export function joinTightly(range: string): string {
  return range.replace(/(?<!\s)\s*([–—～~-])\s*/u, `${wordJoiner}$1${wordJoiner}`);
}

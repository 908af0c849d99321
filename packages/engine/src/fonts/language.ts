/** Languages (BCP 47, as in fontconfig) whose Han characters differ, and "en" for texts without them. */
export type Language = "ja" | "ko" | "zh-CN" | "zh-TW" | "en";

const han = /\p{Script=Han}/u;

/** Contains every character of these languages; one test spares most texts the others. */
const eastAsian = /[\u1100-\u11ff\u2e80-\u{3ffff}]/u;

/** What identifies the language of a text with Han characters, the most reliable first. */
const indicators: readonly (readonly [Language, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  // Common characters that have another form both in Simplified Chinese and in Japanese.
  ["zh-TW", /[\p{Script=Bopomofo}這個們來說對關發樣與從當還種讓應實業經讀寫賣價圖氣變聽戰擇權專]/u],
];

/**
 * The language to draw a text's Han characters in: detected from the text, otherwise from the card, otherwise
 * Simplified Chinese. A Japanese name may consist of Han characters alone. The locale of the process is
 * ignored.
 */
export function languageOf(text: string, otherTexts: string): Language {
  if (!eastAsian.test(text)) return "en";
  const language = indicatedLanguage(text);
  if (language) return language;
  return han.test(text) ? (indicatedLanguage(otherTexts) ?? "zh-CN") : "en";
}

function indicatedLanguage(text: string): Language | undefined {
  return indicators.find(([, pattern]) => pattern.test(text))?.[0];
}

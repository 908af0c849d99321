/**
 * The languages that Han characters are drawn differently for (BCP 47, as fontconfig names its fonts' languages), and
 * "en" for texts without them.
 */
export type Language = "ja" | "ko" | "zh-CN" | "zh-TW" | "en";

const han = /\p{Script=Han}/u;

/** All that such a language writes lies here; one look spares most texts the others. */
const eastAsian = /[\u1100-\u11ff\u2e80-\u{3ffff}]/u;

/** What tells the language of a text with Han characters, strongest first. */
const signs: readonly (readonly [Language, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  // Common characters that have another form both in Simplified Chinese and in Japanese.
  ["zh-TW", /[\p{Script=Bopomofo}這個們來說對關發樣與從當還種讓應實業經讀寫賣價圖氣變聽戰擇權專]/u],
];

/**
 * The language to draw a text's Han characters in: told by the text itself, else by `around` it (a Japanese name may be
 * of Han characters alone), else Simplified Chinese. Never by the locale of the process.
 */
export function languageOf(text: string, around: string): Language {
  if (!eastAsian.test(text)) return "en";
  const own = signOf(text);
  if (own) return own;
  return han.test(text) ? (signOf(around) ?? "zh-CN") : "en";
}

function signOf(text: string): Language | undefined {
  return signs.find(([, sign]) => sign.test(text))?.[0];
}

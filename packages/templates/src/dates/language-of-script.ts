/** Scripts that suggest a language, by the language. Kana and Hangul come before Han, which their languages use too. */
const eastAsian: readonly (readonly [language: string, characters: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["zh", /\p{Script=Han}/u],
];

const alphabets: readonly (readonly [language: string, characters: RegExp])[] = Object.entries({
  en: "Latin",
  ru: "Cyrillic",
  el: "Greek",
  ar: "Arabic",
  he: "Hebrew",
  hi: "Devanagari",
  bn: "Bengali",
  pa: "Gurmukhi",
  gu: "Gujarati",
  ta: "Tamil",
  te: "Telugu",
  kn: "Kannada",
  ml: "Malayalam",
  si: "Sinhala",
  th: "Thai",
  lo: "Lao",
  my: "Myanmar",
  km: "Khmer",
  ka: "Georgian",
  hy: "Armenian",
  am: "Ethiopic",
}).map(([language, script]) => [language, new RegExp(String.raw`\p{Script=${script}}`, "gu")]);

const latinOnly = /^[\0-\u02ff\u2000-\u2bff]*$/u;
const ukrainian = /[іїєґ]/iu;

/**
 * The most likely language of a text by its script: most letters decide, but kana, Hangul and Han characters decide beside
 * any number of Latin letters. English for texts in Latin script, because a script is no evidence for one of its languages;
 * undefined for texts without letters.
 */
export function languageOfScript(text: string): string | undefined {
  if (latinOnly.test(text)) return /\p{L}/u.test(text) ? "en" : undefined;
  for (const [language, characters] of eastAsian) if (characters.test(text)) return language;
  let [best, most]: [string | undefined, number] = [undefined, 0];
  for (const [language, characters] of alphabets) {
    const count = text.match(characters)?.length ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  return best === "ru" && ukrainian.test(text) ? "uk" : best;
}

/** Scripts that suggest a language. Kana and Hangul come before Han, which their languages use too. */
const eastAsian: readonly (readonly [language: string, characters: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["zh", /\p{Script=Han}/u],
];

/** The scripts (ISO 15924) with their most common language, by CLDR's likely subtags. */
const alphabets =
  "Latn Cyrl Grek Arab Hebr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Mymr Khmr Geor Armn Ethi"
    .split(" ")
    .map((script) => {
      const { language } = new Intl.Locale(`und-${script}`).maximize();
      return [language, new RegExp(String.raw`\p{Script=${script}}`, "gu")] as const;
    });

const latinOnly = /^[\0-\u02ff\u2000-\u2bff]*$/u;
const ukrainian = /[іїєґ]/iu;

/**
 * The most likely language of a text by its script. Most letters decide, but any kana, Hangul or Han
 * characters count more than Latin letters. English for texts in Latin script, because a script is no
 * evidence for one of its languages; undefined for texts without letters.
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

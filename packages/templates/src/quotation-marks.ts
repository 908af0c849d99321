/** An opening and a closing quotation mark, and the marks of quotations within a quotation. */
type Marks = readonly [open: string, close: string, innerOpen: string, innerClose: string];

/** A space of the width that French typography puts inside quotation marks. Lines do not break at it. */
const thin = "\u202f";

const guillemets: Marks = ["«", "»", "“", "”"];
const english: Marks = ["“", "”", "‘", "’"];
const corners: Marks = ["「", "」", "『", "』"];

/** The languages (BCP 47) whose marks differ from the English ones, after the delimiters of CLDR. */
const marksOfLanguages: readonly (readonly [languages: string, marks: Marks])[] = [
  ["de cs et hr is ka mk sk sl sr", ["„", "“", "‚", "‘"]],
  ["bg lt", ["„", "“", "„", "“"]],
  ["pl ro bs", ["„", "”", "«", "»"]],
  ["hu", ["„", "”", "»", "«"]],
  ["sv fi he", ["”", "”", "’", "’"]],
  ["fr", [`«${thin}`, `${thin}»`, `«${thin}`, `${thin}»`]],
  ["ru uk be kk", ["«", "»", "„", "“"]],
  ["no nb nn", ["«", "»", "‘", "’"]],
  ["fa de-CH de-LI fr-CH it-CH", ["«", "»", "‹", "›"]],
  ["es it ca gl eu el hy sq ar ur az pt-PT", guillemets],
  ["ja zh-TW zh-HK zh-MO zh-Hant", corners],
];
const byLanguage = new Map(
  marksOfLanguages.flatMap(([languages, marks]) => languages.split(" ").map((tag) => [tag, marks] as const)),
);

/** The marks of a text in a script that English is not written in, if the language is not known. */
const marksOfScripts: readonly (readonly [RegExp, Marks])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, corners],
  [/\p{Script=Hebrew}/u, ["”", "”", "’", "’"]],
  [/[\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u, guillemets],
  [/\p{Script=Georgian}/u, ["„", "“", "‚", "‘"]],
];

/** The quotation marks of a language, the outer ones first. In French, with the spaces inside of them. */
export function marksOfLanguage(language: string): Marks {
  return quotationMarks("", language);
}

/** The quotation marks of a language. Without a language, or in English, the marks of the text's script. */
function quotationMarks(text: string, language: string): Marks {
  const [primary = "", ...others] = language.split("-");
  const known = others.map((part) => byLanguage.get(`${primary}-${part}`)).find((marks) => marks);
  if (known) return known;
  if (primary !== "en") return byLanguage.get(primary) ?? english;
  return marksOfScripts.find(([script]) => script.test(text))?.[1] ?? english;
}

/** A text with a quotation mark at both ends. */
const quotedText = /^[\p{Pi}\p{Pf}"„「『《〈][^]*[\p{Pi}\p{Pf}"」』》〉]$/u;

/** The mark before a quotation; empty if the text has marks. */
export function openingMark(text: string, language: string): string {
  return text === "" || quotedText.test(text) ? "" : quotationMarks(text, language)[0];
}

/** The mark after a quotation; empty if the text has marks. */
export function closingMark(text: string, language: string): string {
  return text === "" || quotedText.test(text) ? "" : quotationMarks(text, language)[1];
}

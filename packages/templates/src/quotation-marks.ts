/** An opening and a closing quotation mark. */
type Marks = readonly [open: string, close: string];

/** A space of the width that French typography puts inside quotation marks. Lines do not break at it. */
const thin = "\u202f";

const guillemets: Marks = ["«", "»"];
const english: Marks = ["“", "”"];
const corners: Marks = ["「", "」"];

/** The languages (BCP 47) whose marks differ from the English ones, after the delimiters of CLDR. */
const marksOfLanguages: readonly (readonly [languages: string, marks: Marks])[] = [
  ["de bg cs et is ka lt mk sk sl sr hr", ["„", "“"]],
  ["pl ro hu bs", ["„", "”"]],
  ["sv fi he", ["”", "”"]],
  ["fr", [`«${thin}`, `${thin}»`]],
  ["es it ca gl eu el ru uk be hy no nb nn sq fa ar ur kk az pt-PT de-CH de-LI fr-CH it-CH", guillemets],
  ["ja zh-TW zh-HK zh-MO zh-Hant", corners],
];
const byLanguage = new Map(
  marksOfLanguages.flatMap(([languages, marks]) => languages.split(" ").map((tag) => [tag, marks] as const)),
);

/** The marks of a text in a script that English is not written in, if the language is not known. */
const marksOfScripts: readonly (readonly [RegExp, Marks])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, corners],
  [/\p{Script=Hebrew}/u, ["”", "”"]],
  [/[\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u, guillemets],
  [/\p{Script=Georgian}/u, ["„", "“"]],
];

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

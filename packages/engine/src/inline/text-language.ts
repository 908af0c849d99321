import { languageOfScript } from "@placard/templates";

/** Frequent words and letters of languages in one script. */
type Hints = readonly (readonly [language: string, words: string, letters: string])[];

const latinHints: Hints = [
  ["en", "a an and are for from how in is it of on our the to we what why with you your", ""],
  ["de", "auf das dem den der des die ein eine für im ist mit nicht und von was wie wir zu zum zur", "äöüß"],
  [
    "fr",
    "au aux avec comment dans de des du en est et la le les nous par pas pour que qui sur un une",
    "àâçèêëîïôœùû",
  ],
  ["es", "a cómo con de del el en es la las los más para por que qué se un una y", "áíñóú¡¿"],
  ["pt", "a as com como da das de do dos e em mais na não no o os para por que um uma", "ãáçêíõú"],
  ["it", "che come con da dei del della di e gli i il in la le lo nel non per più sono un una", "àèìòù"],
  ["nl", "de een en het hoe in is met niet op te van voor wat wij zijn", ""],
  ["sv", "att av den det en ett för hur i med och om på som är vi", "åäö"],
  ["da", "af at de den det en er et for hvordan i med og på som til vi", "åæø"],
  ["nb", "av de den det en er et for hvordan i med og på som til vi å", "åæø"],
  ["fi", "ei että ja kuinka miten on ovat se tämä", "äö"],
  ["pl", "co dla do i jak jest na nie o od po się w z za że", "ąćęłńóśźż"],
  ["cs", "a co do je jak jsou na pro s se v z že", "áčďěíňřšťůýž"],
  ["hu", "a az egy és hogy is nem van volt", "áéíőűúöü"],
  ["ro", "a al ale ce cu de din este în la o pe un și", "ăâîșț"],
  ["tr", "bir bu da de için ile nasıl ne ve", "çğışöü"],
];

const cyrillicHints: Hints = [
  ["ru", "в и как на не о от по с что это я", "ыэъё"],
  ["uk", "в з і й на не про та у що як", "іїєґ"],
  ["bg", "в да е за и как на от по с се че", "ъ"],
  ["be", "і на не пра што як", "іў"],
];

const vocabularies = new Map(
  [latinHints, cyrillicHints].map((hints) => [
    hints,
    hints.map(([language, words, letters]) => {
      return { language, words: new Set(words.split(" ")), letters: new Set(letters) };
    }),
  ]),
);

/**
 * The probable language (BCP 47) of a word in a text without a stated language. Decided by script, then by
 * frequent words and letters of the text. English if a text in Latin script has none.
 */
export function detectLanguage(word: string, text: string): string {
  const byScript = languageOfScript(word) ?? "en";
  if (byScript === "en") return bestMatch(text.toLowerCase(), latinHints);
  return /^(?:ru|uk)$/u.test(byScript) ? bestMatch(text.toLowerCase(), cyrillicHints) : byScript;
}

/** The language with most hints; the first of several. */
function bestMatch(text: string, hints: Hints): string {
  const found = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const letters = [...new Set(text)];
  const scores = (vocabularies.get(hints) ?? []).map(({ language, words, letters: own }) => {
    const score = found.filter((each) => words.has(each)).length;
    return { language, score: score + letters.filter((letter) => own.has(letter)).length };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).language;
}

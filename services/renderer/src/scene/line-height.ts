/** Least line heights, as factors of the size: the ink of two lines set closer would touch. The first that fits holds. */
const least: readonly (readonly [factor: number, RegExp])[] = [
  [1.8, /\p{Script=Tibetan}/u],
  // Arabic with its vowels written: marks stand above and below every letter.
  [1.6, /\p{Script=Arabic}[\u064b-\u0652\u0670]/u],
  // Two storeys of marks above, one of them below.
  [1.45, /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}]/u],
  [
    1.35,
    /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Lao}]/u,
  ],
  // Full squares leave no white between lines as the small letters of other scripts do.
  [1.2, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}]/u],
];

/** Capitals with marks above, by the number of these: Vietnamese writes two. */
const marked: readonly (readonly [factor: number, RegExp])[] = [
  [1.3, /\p{Lu}\p{Mn}{2}/u],
  [1.2, /\p{Lu}\p{Mn}|\p{Ll}\p{Mn}{2}/u],
];

/** Most texts: the checks below would cost more than setting them. */
const plain = /^[\0-\u007f\u2010-\u2027]*$/;

/** The line height of a text, as a factor of its size: what its style asks for, or more where its script needs that. */
export function lineHeightFor(text: string, asked: number): number {
  if (plain.test(text)) return asked;
  const ofScript = factorOf(text, least);
  return Math.max(asked, ofScript, factorOf(text.normalize("NFD"), marked));
}

function factorOf(text: string, factors: typeof least): number {
  return factors.find(([, needs]) => needs.test(text))?.[0] ?? 0;
}

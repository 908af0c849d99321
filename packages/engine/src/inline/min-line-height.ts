/** Minimum line heights by script, as factors of the size: closer lines would touch. The first match wins. */
const minLineHeights: readonly (readonly [factor: number, RegExp])[] = [
  [1.8, /\p{Script=Tibetan}/u],
  // Vocalized Arabic: marks stand above and below every letter.
  [1.6, /\p{Script=Arabic}[\u064b-\u0652\u0670]/u],
  // Two levels of marks above the letters and one below.
  [1.45, /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}]/u],
  [
    1.35,
    /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Lao}]/u,
  ],
  // Characters that fill the whole square leave no space between lines, unlike small letters.
  [1.2, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}]/u],
];

/** Minimum line heights by marks above a capital, in NFD: Vietnamese has two. */
const minLineHeightsOfMarks: readonly (readonly [factor: number, RegExp])[] = [
  [1.3, /\p{Lu}\p{Mn}{2}/u],
  [1.2, /\p{Lu}\p{Mn}|\p{Ll}\p{Mn}{2}/u],
];

/** Most texts, for which matching the patterns above would take longer than typesetting. */
const plainText = /^[\0-\u007f\u2010-\u2027]*$/;

/** The line height of a text, as a factor of its size: as styled, or more if its script needs it. */
export function lineHeightOf(text: string, styleFactor: number): number {
  if (plainText.test(text)) return styleFactor;
  const byScript = firstMatch(text, minLineHeights);
  const byMarks = firstMatch(text.normalize("NFD"), minLineHeightsOfMarks);
  return Math.max(styleFactor, byScript, byMarks);
}

function firstMatch(text: string, factors: typeof minLineHeights): number {
  return factors.find(([, pattern]) => pattern.test(text))?.[0] ?? 0;
}

import type { Weight } from "@placard/templates";
import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import { LRUCache } from "lru-cache";
import type { Language } from "../fonts/language.ts";
import { fontFamilies } from "../fonts/register-fonts.ts";

/** The font of a text, except for its size. */
export interface Typeface {
  readonly weight: Weight;
  readonly language: Language;
}

/** Widths are proportional to the size (checked from 12 to 200 px), so one measurement serves every size. */
const referenceSize = 100;

/** Limits the cache to a few megabytes for any number of different texts. */
const widths = new LRUCache<string, number>({
  maxSize: 1_000_000,
  sizeCalculation: (_, key) => key.length + 32,
});

/** Characters that are all equally wide: one measurement (40 µs) serves a title of 300 different ones. */
const equallyWide = [
  { characters: /^\p{Script=Han}$/u, example: "字" },
  { characters: /^\p{Emoji_Presentation}$/u, example: "😀" },
];

let context: CanvasRenderingContext2D | undefined;
let contextWeight: Weight | undefined;

/** The CSS font of a text. `size` in whole pixels: canvas leaks memory with every new fractional size. */
export function fontOf(weight: Weight, size: number): string {
  return `${weight} ${size}px ${fontFamilies}`;
}

/** The width of a text in ems. Requires registered fonts. */
export function widthOf(text: string, typeface: Typeface): number {
  const measured = equallyWide.find(({ characters }) => characters.test(text))?.example ?? text;
  const key = `${typeface.language}${typeface.weight}${measured}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = measure(measured, typeface);
    widths.set(key, width);
  }
  return width;
}

function measure(text: string, { weight, language }: Typeface): number {
  context ??= createCanvas(1, 1).getContext("2d");
  if (contextWeight !== weight) {
    context.font = fontOf(weight, referenceSize);
    contextWeight = weight;
  }
  context.lang = language;
  return context.measureText(text).width / referenceSize;
}

/** Minimum line heights by script, as factors of the size: lines that are closer would touch. The first match applies. */
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

/** Minimum line heights by the number of marks above a capital: Vietnamese has two. Matched in Unicode NFD. */
const minLineHeightsOfMarks: readonly (readonly [factor: number, RegExp])[] = [
  [1.3, /\p{Lu}\p{Mn}{2}/u],
  [1.2, /\p{Lu}\p{Mn}|\p{Ll}\p{Mn}{2}/u],
];

/** Most texts, for which matching the patterns above would take longer than typesetting. */
const plainText = /^[\0-\u007f\u2010-\u2027]*$/;

/** The line height of a text, as a factor of its size: that of its style, or more if its script requires it. */
export function lineHeightOf(text: string, styleFactor: number): number {
  if (plainText.test(text)) return styleFactor;
  const byScript = firstMatch(text, minLineHeights);
  const byMarks = firstMatch(text.normalize("NFD"), minLineHeightsOfMarks);
  return Math.max(styleFactor, byScript, byMarks);
}

function firstMatch(text: string, factors: typeof minLineHeights): number {
  return factors.find(([, pattern]) => pattern.test(text))?.[0] ?? 0;
}

import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import { LRUCache } from "lru-cache";
import type { Language } from "../fonts/language.ts";
import type { Typeface } from "../fonts/typefaces.ts";

/** Widths are proportional to the size (checked from 12 to 200 px), so one measurement serves every size. */
const referenceSize = 100;

/** Limits the cache to a few megabytes for any number of different texts. */
const widths = new LRUCache<string, number>({
  maxSize: 1_000_000,
  sizeCalculation: (_, key) => key.length + 32,
});

/** Characters that are all equally wide: one measurement (40 µs) serves a title of 300 different ones. */
const han = /^\p{Script=Han}$/u;
const emoji = /^\p{Emoji_Presentation}$/u;

let context: CanvasRenderingContext2D | undefined;
let contextTypeface = -1;

/** The width of a text in ems. */
export function widthOf(text: string, typeface: Typeface, language: Language): number {
  const isOneWide = text.length <= 2 && text > "\u2000";
  const measured = !isOneWide ? text : han.test(text) ? "字" : emoji.test(text) ? "😀" : text;
  const key = `${language}${typeface.id} ${measured}`;
  let width = widths.get(key);
  if (width === undefined) widths.set(key, (width = measure(measured, typeface, language)));
  return width;
}

function measure(text: string, typeface: Typeface, language: Language): number {
  context ??= createCanvas(1, 1).getContext("2d");
  if (contextTypeface !== typeface.id) {
    context.font = `${typeface.style} ${typeface.weight} ${referenceSize}px ${typeface.families}`;
    contextTypeface = typeface.id;
  }
  context.lang = language;
  return context.measureText(text).width / referenceSize;
}

/** Letters of one script that are kerned with each other and with spaces, so that they are not measured alone. */
const kerned =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{P}\p{N} ]/u;

const kernings = new LRUCache<string, number>({ max: 20_000 });

/** How much closer (negative) or farther in ems two texts are set than their widths say: the kerning at their border. */
export function kerningOf(before: string, after: string, typeface: Typeface, language: Language): number {
  const pair = `${before.at(-1)}${after[0]}`;
  const key = `${typeface.id} ${pair}`;
  let kerning = kernings.get(key);
  if (kerning === undefined) {
    const isKerned = kerned.test(pair[0] ?? "") && kerned.test(pair[1] ?? "");
    const sum = isKerned ? widthOf(pair[0]!, typeface, language) + widthOf(pair[1]!, typeface, language) : 0;
    kerning = isKerned ? widthOf(pair, typeface, language) - sum : 0;
    kernings.set(key, kerning);
  }
  return kerning;
}

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

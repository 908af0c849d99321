import type { Weight } from "@placard/templates";
import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import { LRUCache } from "lru-cache";
import type { Language } from "../fonts/language.ts";
import { fontFamilies } from "../fonts/register-fonts.ts";

/** What a text is drawn in, but for its size. */
export interface Type {
  readonly weight: Weight;
  readonly language: Language;
}

/** Widths grow in proportion to the size (checked from 12 to 200 px), so one measurement serves every size. */
const referenceSize = 100;

/** Bounds the cache at a few megabytes, whatever is written on the cards. */
const widths = new LRUCache<string, number>({
  maxSize: 1_000_000,
  sizeCalculation: (_, key) => key.length + 32,
});

/** Characters as wide as all others of their kind: one measurement (40 µs) serves a title of 300 different ones. */
const uniform = [
  { kind: /^\p{Script=Han}$/u, example: "字" },
  { kind: /^\p{Emoji_Presentation}$/u, example: "😀" },
];

let pen: CanvasRenderingContext2D | undefined;
let penWeight: Weight | undefined;

/** The CSS font of a text. `size` in whole pixels: canvas leaks memory with every fractional size it meets. */
export function fontOf(weight: Weight, size: number): string {
  return `${weight} ${size}px ${fontFamilies}`;
}

/** The width of a text in ems. Needs the fonts registered. */
export function widthOf(text: string, type: Type): number {
  const measured = uniform.find(({ kind }) => kind.test(text))?.example ?? text;
  const key = `${type.language}${type.weight}${measured}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = measure(measured, type);
    widths.set(key, width);
  }
  return width;
}

function measure(text: string, { weight, language }: Type): number {
  pen ??= createCanvas(1, 1).getContext("2d");
  if (penWeight !== weight) {
    pen.font = fontOf(weight, referenceSize);
    penWeight = weight;
  }
  pen.lang = language;
  return pen.measureText(text).width / referenceSize;
}

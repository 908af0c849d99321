import { segmentsOf } from "./segments.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const startsWithMark = /^\p{M}/u;

/** Each character is a cluster. */
const plain = /^[ -~]*$/;

/** Grapheme clusters. A sign that is drawn on the letter before it belongs to that letter. */
export function lettersOf(text: string): string[] {
  if (plain.test(text)) return text.split("");
  const letters: string[] = [];
  for (const { segment } of segmentsOf(graphemes, text)) {
    if (letters.length > 0 && startsWithMark.test(segment)) letters.push(letters.pop()! + segment);
    else letters.push(segment);
  }
  return letters;
}

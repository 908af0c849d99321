/** UTF-16 units that are segmented at a time. */
const windowLength = 1024;

/** The segments of a text. They are found in windows, because the time of `Intl.Segmenter` is quadratic. */
export function segmentsOf(
  segmenter: Intl.Segmenter,
  text: string,
): readonly Pick<Intl.SegmentData, "segment" | "index">[] {
  if (text.length <= windowLength) return Array.from(segmenter.segment(text));
  const segments: { segment: string; index: number }[] = [];
  for (let start = 0; start < text.length;) {
    const found = Array.from(segmenter.segment(text.slice(start, start + windowLength)));
    // The last one may continue in the next window.
    if (found.length > 1 && start + windowLength < text.length) found.pop();
    for (const { segment, index } of found) segments.push({ segment, index: start + index });
    const last = found.at(-1)!;
    start += last.index + last.segment.length;
  }
  return segments;
}

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

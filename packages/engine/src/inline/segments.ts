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

import type { FlexItem } from "./flex-item.ts";

/** The largest ascent and descent of items that share a baseline. */
interface SharedBaseline {
  readonly ascent: number;
  readonly descent: number;
}

export interface FlexLine {
  readonly items: readonly FlexItem[];
  /** The sum of the gaps between its items along the main axis. */
  readonly gaps: number;
  crossSize: number;
  crossPosition: number;
  readonly baselines: Record<"first" | "last", SharedBaseline>;
}

const noBaseline: SharedBaseline = { ascent: 0, descent: 0 };

/** Splits items into lines with a number of items each. */
export function createLines(items: readonly FlexItem[], counts: readonly number[], gap: number): FlexLine[] {
  let start = 0;
  return counts.map((count) => ({
    items: count === items.length ? items : items.slice(start, (start += count)),
    gaps: gap * (count - 1),
    crossSize: 0,
    crossPosition: 0,
    baselines: { first: noBaseline, last: noBaseline },
  }));
}

/** Section 9.3: the numbers of items on lines that are filled one after the other. */
export function countPerLine(sizes: readonly number[], limit: number, gap: number): readonly number[] {
  const counts: number[] = [];
  let count = 0;
  let size = 0;
  for (const outer of sizes) {
    if (count > 0 && size + gap + outer > limit) {
      counts.push(count);
      count = size = 0;
    }
    size += (count > 0 ? gap : 0) + outer;
    count++;
  }
  if (count > 0) counts.push(count);
  return counts;
}

/** A score that no line reaches by its size, for lines that start with an empty item. */
const emptyStart = 2 ** 52;

/**
 * The numbers of items on balanced lines (CSS Flexbox 2, `flex-wrap: balance`): as many lines as needed, but
 * at least `minCount`, with the smallest sum of squared sizes. Among equal ones, the first lines get more
 * items. An empty item stands at the end of a line where possible.
 */
export function countPerBalancedLine(
  outerSizes: readonly number[],
  limit: number,
  gap: number,
  minCount: number,
): readonly number[] {
  const sizes = outerSizes.map((size) => Math.max(0, size));
  const length = sizes.length;
  const lineCount = Math.min(length, Math.max(minCount, countPerLine(sizes, limit, gap).length));
  // The best scores of the items from an index on, with one line more each time, and where that line ends.
  let scores = new Float64Array(length + 1).fill(Infinity);
  scores[length] = 0;
  const ends: Int32Array[] = [];
  for (let line = 0; line < lineCount; line++) {
    const next = new Float64Array(length + 1).fill(Infinity);
    const lineEnds = new Int32Array(length + 1);
    for (let start = 0; start < length; start++) {
      const penalty = start > 0 && sizes[start] === 0 ? emptyStart : 0;
      let size = -gap;
      for (let end = start + 1; end <= length; end++) {
        size += gap + sizes[end - 1]!;
        if (size > limit && end > start + 1) break;
        const score = scores[end]! + size * size + penalty;
        if (score > next[start]! || score === Infinity) continue;
        next[start] = score;
        lineEnds[start] = end;
      }
    }
    scores = next;
    ends.push(lineEnds);
  }
  const counts: number[] = [];
  let start = 0;
  for (const lineEnds of ends.toReversed()) {
    const end = lineEnds[start]!;
    counts.push(end - start);
    start = end;
  }
  return counts;
}

/** The size of the largest line along the main axis, with one of the sizes of its items. */
export function largestLine(lines: readonly FlexLine[], size: "outerSize" | "outerHypotheticalSize"): number {
  return lines.reduce(
    (largest, { items, gaps }) =>
      Math.max(
        largest,
        items.reduce((sum, item) => sum + item[size], gaps),
      ),
    0,
  );
}

import type { TextPlacement } from "./boxes/place-boxes.ts";
import type { InlineLayout } from "./inline-content.ts";
import { hasVerticalLines } from "./turned-lines.ts";

/** Differences of lengths up to this many pixels are rounding errors. */
const tolerance = 0.5;

/** What a text needs more than it may take: lines, or pixels. */
interface Excess {
  readonly lines: number;
  /** The cost of the words that are broken. */
  readonly words: number;
  readonly width: number;
  readonly height: number;
}

/** How much more room a text needs than it has, with the fitted sizes that are in use. */
export function excessOf(placement: TextPlacement): Excess {
  const { formatter, textStyle } = placement.box;
  const width = placement.box.lineWidth(placement.fragment.space);
  const isOneLine = textStyle.whiteSpace === "nowrap" || textStyle.whiteSpace === "pre";
  if (isOneLine) {
    return { lines: 0, words: 0, width: above(formatter.maxContentWidth(), width), height: 0 };
  }
  const text = linesOf(placement);
  const words = text.wordBreakCost;
  const overflowWidth = text.overflows ? above(formatter.minContentWidth(), width) : 0;
  if (textStyle.lineClamp !== undefined) {
    const lines = Math.max(0, text.lineCount - textStyle.lineClamp);
    return { lines, words, width: overflowWidth, height: 0 };
  }
  return { lines: 0, words, width: overflowWidth, height: above(text.height, availableHeight(placement)) };
}

function above(size: number, limit: number): number {
  return size > limit + tolerance ? size - limit : 0;
}

/** The height of the content box, unless it follows from the text. */
function availableHeight({ fragment: { box, edges, height, neededHeight } }: TextPlacement): number {
  if (hasVerticalLines(box.style)) return Infinity;
  const isGiven = box.node !== undefined && Math.abs(height - neededHeight) > tolerance;
  return isGiven ? height - edges.y.start - edges.y.end : Infinity;
}

/** The lines of a text in its box, with the fitted sizes that are in use. */
export function linesOf({ box, fragment }: TextPlacement): InlineLayout {
  return box.formatter.layOut(box.lineWidth(fragment.space));
}

/**
 * The largest whole number from `min` to `max` for which a condition holds, or `min`. The condition must hold
 * for all smaller ones.
 */
export async function largestWhere(
  min: number,
  max: number,
  condition: (size: number) => Promise<boolean>,
): Promise<number> {
  let low = min;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await condition(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

import type { FlexItem } from "./flex-item.ts";
import { clamp, snapNearest } from "./lengths.ts";

/** Sets the main sizes of the items on a line from its size and gaps (section 9.7). */
export function resolveFlexibleLengths(items: readonly FlexItem[], lineSize: number, gaps: number): void {
  let hypothetical = gaps;
  for (const item of items) hypothetical += item.outerHypotheticalSize;
  const isGrowing = hypothetical < lineSize;
  for (const item of items) {
    item.size = item.hypotheticalSize;
    item.isFrozen =
      factorOf(item, isGrowing) === 0 ||
      (isGrowing ? item.baseSize > item.hypotheticalSize : item.baseSize < item.hypotheticalSize);
  }
  const initialFree = freeSpace(items, lineSize - gaps);
  while (distribute(items, lineSize - gaps, initialFree, isGrowing));
}

function factorOf({ box }: FlexItem, isGrowing: boolean): number {
  return isGrowing ? box.style.flexGrow : box.style.flexShrink;
}

function freeSpace(items: readonly FlexItem[], lineSize: number): number {
  let free = lineSize;
  for (const item of items) free -= item.mainMargins + (item.isFrozen ? item.size : item.baseSize);
  return free;
}

/** Distributes the free space to items that are not frozen. Returns whether to go on. */
function distribute(
  items: readonly FlexItem[],
  lineSize: number,
  initialFree: number,
  isGrowing: boolean,
): boolean {
  let factors = 0;
  let scaledFactors = 0;
  for (const item of items) {
    if (item.isFrozen) continue;
    const factor = factorOf(item, isGrowing);
    factors += factor;
    scaledFactors += factor * (item.baseSize - item.mainPadding);
  }
  if (factors === 0) return false;
  let free = freeSpace(items, lineSize);
  if (factors < 1 && Math.abs(initialFree * factors) < Math.abs(free)) free = initialFree * factors;
  let violation = 0;
  let exact = 0; // the space distributed so far; rounding the sum keeps the line exactly full
  let distributed = 0;
  for (const item of items) {
    if (item.isFrozen) continue;
    const share = isGrowing
      ? item.box.style.flexGrow / factors
      : scaledFactors > 0
        ? (item.box.style.flexShrink * (item.baseSize - item.mainPadding)) / scaledFactors
        : 0;
    exact += free * share;
    const extra = snapNearest(exact) - distributed;
    distributed += extra;
    const size = item.baseSize + extra;
    item.size = extra === 0 ? item.hypotheticalSize : clamp(size, item.minSize(), item.maxSize);
    violation += item.size - size;
  }
  let remaining = 0;
  for (const item of items) {
    if (item.isFrozen) continue;
    if (violation > 0) item.isFrozen = item.size === item.minSize();
    else item.isFrozen = !(violation < 0) || item.size === item.maxSize;
    if (!item.isFrozen) remaining++;
  }
  return remaining > 0;
}

import type { Rect } from "../layout/placed.ts";
import type { TimeSlice } from "../time-slice.ts";
import { intersect } from "../layout/intersect.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, Item, Scope, TextCommand } from "./commands.ts";
import { stretchRects, type CardPixels } from "./contrast.ts";
import { boundsOf } from "./matrix.ts";
import { outerPixels } from "./rounded-rect.ts";
import { matrixOf } from "./scope.ts";

/** The share of a text that may be covered. */
const maxShare = 0.1;
/** A text that changes the channels of the card by less can't be read. */
const minChange = 32;
/** Texts that are checked at most: each takes up to 3 ms. */
const maxTexts = 100;
/** What can cover a text. */
const opaqueKinds: ReadonlySet<string> = new Set(["image", "tile", "fill"]);

type TextItem = Item & { readonly command: TextCommand };

/**
 * The texts that are covered by what is painted later. If other items overlap texts, the card is painted
 * again without these texts: where it stays the same, they can't be seen.
 * @param paint paints items on a white card, and returns the pixels as in `card`
 */
export async function findCoveredTexts(
  items: readonly DisplayItem[],
  card: CardPixels & { readonly timeSlice: TimeSlice },
  paint: (items: readonly DisplayItem[]) => Promise<Buffer>,
): Promise<ReadonlySet<TextCommand>> {
  const { timeSlice } = card;
  const placed = itemsIn(items).map((item) => ({ item, area: areaOf(item, card) }));
  const covers: Rect[] = [];
  const overlapped = new Set<TextItem>();
  for (const { item, area } of placed.toReversed()) {
    if (!area || overlapped.size === maxTexts) continue;
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (opaqueKinds.has(item.command.kind)) covers.push(area);
    else if (isText(item) && covers.some((cover) => intersect(cover, area))) overlapped.add(item);
  }
  const covered = new Set<TextCommand>();
  if (overlapped.size === 0) return covered;
  const without = await paint(withoutItems(items, overlapped));
  for (const item of overlapped) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (isCovered(item, card, without)) covered.add(item.command);
  }
  return covered;
}

function isText(item: Item): item is TextItem {
  return item.command.kind === "text" && !item.command.shadow;
}

function itemsIn(items: readonly DisplayItem[]): readonly Item[] {
  return items.flatMap((item) => (item.kind === "group" ? itemsIn(item.items) : item));
}

function withoutItems(items: readonly DisplayItem[], omitted: ReadonlySet<DisplayItem>): DisplayItem[] {
  return items
    .filter((item) => !omitted.has(item))
    .map((item) => (item.kind === "group" ? { ...item, items: withoutItems(item.items, omitted) } : item));
}

/** The part of the card that an item paints on at most. */
function areaOf({ command, scope }: Item, card: CardPixels): Rect | undefined {
  return intersect(visibleArea(scope, card), boundsOf(boundsOfCommand(command), matrixOf(scope)));
}

/** What rectangular clips leave of the card. */
function visibleArea(scope: Scope | undefined, card: CardPixels): Rect | undefined {
  if (!scope) return { x: 0, y: 0, width: card.width, height: card.height };
  const outer = visibleArea(scope.parent, card);
  if (scope.kind === "transform" || "segments" in scope.shape) return outer;
  return intersect(outer, boundsOf(scope.shape, matrixOf(scope.parent)));
}

function isCovered({ command, scope }: TextItem, card: CardPixels, without: Buffer): boolean {
  const visible = visibleArea(scope, card);
  const areas = stretchRects(command.fragment)
    .map((stretch) => intersect(visible, boundsOf(stretch, matrixOf(scope))))
    .filter((area) => area !== undefined);
  const covered = areas.filter((area) => !isChanged(area, card, without));
  return covered.length > areas.length * maxShare;
}

/** Whether two versions of the card differ within an area. */
function isChanged(area: Rect, { width, height, bgra }: CardPixels, other: Buffer): boolean {
  const { x, y, ...size } = outerPixels(area);
  for (let row = y; row < Math.min(height, y + size.height); row++) {
    const end = 4 * (row * width + Math.min(width, x + size.width));
    for (let at = 4 * (row * width + x); at < end; at++)
      if (Math.abs(bgra[at]! - other[at]!) >= minChange) return true;
  }
  return false;
}

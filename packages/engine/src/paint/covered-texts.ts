import type { Rect } from "../layout/placed.ts";
import { intersect } from "../layout/intersect.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, Item, Scope, TextCommand } from "./commands.ts";
import { stretchRects, type CardPixels } from "./contrast.ts";
import { boundsOf } from "./matrix.ts";
import { outerPixels } from "./rounded-rect.ts";
import { matrixOf } from "./scope.ts";

/** The share of a text that may be covered. */
const maxShare = 0.25;
/** A text that changes the channels of the card by less can't be read. */
const minChange = 32;
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
  card: CardPixels,
  paint: (items: readonly DisplayItem[]) => Promise<Buffer>,
): Promise<ReadonlySet<TextCommand>> {
  const all = itemsIn(items);
  const overlapped = all.filter((item, index): item is TextItem => {
    if (item.command.kind !== "text" || item.command.shadow) return false;
    const area = areaOf(item, card);
    if (!area) return false;
    const covers = (later: Item) =>
      opaqueKinds.has(later.command.kind) && intersect(areaOf(later, card), area);
    return all.slice(index + 1).some(covers);
  });
  if (overlapped.length === 0) return new Set();
  const without = await paint(withoutItems(items, new Set(overlapped)));
  return new Set(overlapped.filter((item) => isCovered(item, card, without)).map(({ command }) => command));
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

import type { ImageSource } from "@placard/templates/scene";
import type { Rect } from "../layout/placed.ts";
import type { TimeSlice } from "../time-slice.ts";
import { intersect } from "../layout/intersect.ts";
import { isTransparent } from "./color.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, ImageCommand, Item, PaintCommand, TextCommand } from "./commands.ts";
import { stretchRects, type CardPixels } from "./contrast.ts";
import { boundsOf } from "./matrix.ts";
import { outerPixels } from "./rounded-rect.ts";
import { matrixOf, visibleArea } from "./scope.ts";

/** The share of a text that may be covered, and of the height of a line that may overlap another one. */
const maxShare = 0.1;
/** The share of a logo below one item that may be covered. */
const maxLogoShare = 1 / 3;
/** A text that changes the channels of the card by less can't be read. */
const minChange = 32;
/** Texts and images that are checked at most: each takes up to 3 ms. */
const maxChecked = 100;
/** What can cover a text or an image. */
const opaqueKinds: ReadonlySet<string> = new Set(["image", "tile", "fill"]);

type TextItem = Item & { readonly command: TextCommand };
type ImageItem = Item & { readonly command: ImageCommand };

/** A text or a logo that no text below may overlap. */
interface Legible {
  /** Of the element of a text. */
  readonly path?: string;
  readonly name: string;
  /** The part of the card with its capital letters, or with the logo. */
  readonly letters: Rect;
}

/**
 * The texts that are covered by what is painted later or overlap a later text or logo, the images that are
 * covered completely, and the logos of which one item covers a third, each with a message without its name. If
 * other items overlap them, the card is painted again without them: where it stays the same, they can't be
 * seen.
 * @param isLogo whether an image is a logo of the brand
 * @param paint paints items on a white card, and returns the pixels as in `card`
 */
export async function findCovered(
  items: readonly DisplayItem[],
  card: CardPixels & { readonly timeSlice: TimeSlice },
  isLogo: (source: ImageSource) => boolean,
  paint: (items: readonly DisplayItem[]) => Promise<Buffer>,
): Promise<ReadonlyMap<PaintCommand, string>> {
  const { timeSlice } = card;
  const placed = itemsIn(items).map((item) => ({ item, area: areaOf(item, card) }));
  const covers: Rect[] = [];
  const inFront: Legible[] = [];
  /** With the parts of logos that may not be covered. */
  const overlapped = new Map<TextItem | ImageItem, readonly Rect[]>();
  const covered = new Map<PaintCommand, string>();
  for (const { item, area } of placed.toReversed()) {
    if (!area || overlapped.size === maxChecked) continue;
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const isChecked = isText(item) || isImage(item);
    const below = isChecked ? covers.flatMap((cover) => intersect(cover, area) ?? []) : [];
    const isLarge = (part: Rect) => part.width * part.height > maxLogoShare * area.width * area.height;
    const logo = isImage(item) && isLogo(item.command.source) ? item.command : undefined;
    if (isChecked && below.length > 0) overlapped.set(item, logo ? below.filter(isLarge) : []);
    const shown = logo && intersect(area, boundsOf(logo.area, matrixOf(item.scope)));
    if (shown) inFront.push({ name: "the logo", letters: shown });
    if (opaqueKinds.has(item.command.kind)) covers.push(area);
    if (!isText(item)) continue;
    const { path } = item.command.fragment.node;
    const name = `“${item.command.fragment.text.slice(0, 40)}”`;
    const letters = lettersOf(item, area);
    if (!letters) continue;
    const other = inFront.find(
      (each) => each.path !== path && each.name !== name && isOverlapping(each.letters, letters),
    );
    if (other) covered.set(item.command, `overlaps with ${other.name}. Move one of them.`);
    inFront.push({ path, name, letters });
  }
  if (overlapped.size === 0) return covered;
  const without = await paint(withoutItems(items, new Set<DisplayItem>(overlapped.keys())));
  for (const [item, parts] of overlapped) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (isCovered(item, card, without) || parts.some((part) => !isChanged(part, card, without)))
      covered.set(item.command, "is covered by another element. Move one of them, or place it in front.");
  }
  return covered;
}

function isText(item: Item): item is TextItem {
  return item.command.kind === "text";
}

function isImage(item: Item): item is ImageItem {
  return item.command.kind === "image";
}

/** Undefined for signs, which are mostly decoration, invisible texts, and texts at an angle. */
function lettersOf({ command, scope }: TextItem, area: Rect): Rect | undefined {
  const { x, width, baseline, fontSize, metrics, text } = command.fragment;
  const matrix = matrixOf(scope);
  if (isTransparent(command.color) || !/[\p{L}\p{N}]/u.test(text) || matrix[0] * matrix[1] !== 0)
    return undefined;
  const height = metrics.capHeight * fontSize;
  return intersect(area, boundsOf({ x, y: baseline - height, width, height }, matrix));
}

function isOverlapping(a: Rect, b: Rect): boolean {
  const { width, height } = intersect(a, b) ?? { width: 0, height: 0 };
  return Math.min(width, height) > maxShare * Math.min(a.height, b.height);
}

function itemsIn(items: readonly DisplayItem[]): readonly Item[] {
  return items.flatMap((item) => {
    if (item.kind === "item") return item;
    return item.shadow ? [] : itemsIn(item.items);
  });
}

function withoutItems(items: readonly DisplayItem[], omitted: ReadonlySet<DisplayItem>): DisplayItem[] {
  return items
    .filter((item) => !omitted.has(item))
    .map((item) => (item.kind === "group" ? { ...item, items: withoutItems(item.items, omitted) } : item));
}

/** The part of the card that an item paints on at most. */
function areaOf({ command, scope }: Item, card: CardPixels): Rect | undefined {
  return intersect(visibleIn(card, scope), boundsOf(boundsOfCommand(command), matrixOf(scope)));
}

function visibleIn({ width, height }: CardPixels, scope: Item["scope"]): Rect | undefined {
  return visibleArea(scope, { x: 0, y: 0, width, height });
}

function isCovered({ command, scope }: TextItem | ImageItem, card: CardPixels, without: Buffer): boolean {
  const visible = visibleIn(card, scope);
  const areas = (command.kind === "text" ? stretchRects(command.fragment) : [command.clip])
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

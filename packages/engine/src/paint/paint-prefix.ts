import type { Canvas } from "canvas";
import { LRUCache } from "lru-cache";
import type { DisplayItem } from "./commands.ts";
import { isGradient } from "./gradient-geometry.ts";
import type { Images } from "./images.ts";
import { paintItems, type ItemOptions, type Target } from "./paint-items.ts";
import { imagePixels } from "./paint-tiles.ts";
import { createDrawing } from "./pixels.ts";
import { resolutionOf } from "./scope.ts";

/** Bytes of the keys of prefixes: a few thousand items. */
const maxKeyBytes = 8 * 1024 * 1024;

/** A sequence of items at the start of a card. */
interface Prefix {
  /** Identifies the sequence, and its canvas. */
  readonly id: string;
  readonly length: number;
}

interface PrefixOptions extends Omit<ItemOptions, "isCached"> {
  readonly prefixes: PrefixIds;
}

/** Numbers the sequences of items at the start of recent cards. */
export class PrefixIds {
  /** By the ID of the prefix without its last item, and the item as JSON. */
  readonly #ids = new LRUCache<string, string>({
    maxSize: maxKeyBytes,
    sizeCalculation: (_, key) => 2 * key.length + 200,
  });
  #last = 0;

  /** The ID of a prefix with one more item, and whether an earlier card has it too. */
  extend(id: string, item: DisplayItem): { readonly id: string; readonly isKnown: boolean } {
    const key = `${id} ${JSON.stringify(item)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return { id: known, isKnown: true };
    const created = `prefix ${++this.#last}`;
    this.#ids.set(key, created);
    return { id: created, isKnown: false };
  }
}

/**
 * Paints white and the first items of a card, and returns their number. Items before the first text or remote
 * image are often the same in many cards. What a card has in common with an earlier one is painted on a
 * canvas. Later cards copy it, which is faster than gradients and shadows.
 */
export async function paintPrefix(
  target: Target,
  items: readonly DisplayItem[],
  options: PrefixOptions,
): Promise<number> {
  const { context, area } = target;
  const prefix = options.canvases.canKeep(area) ? findPrefix(target, items, options) : undefined;
  if (!prefix) {
    fillWhite(target);
    return 0;
  }
  const cached = options.canvases.get(prefix.id);
  const canvas = cached ?? (await createPrefixCanvas(area, items.slice(0, prefix.length), options));
  // Replaces the previous card's pixels, in half the time of blending.
  context.globalCompositeOperation = "copy";
  context.drawImage(canvas, 0, 0);
  context.globalCompositeOperation = "source-over";
  if (!cached) options.canvases.add(prefix.id, canvas);
  return prefix.length;
}

/** The longest prefix with a canvas, or a longer one that an earlier card has too. */
function findPrefix(
  { area: { width, height } }: Target,
  items: readonly DisplayItem[],
  { prefixes, canvases, images }: PrefixOptions,
): Prefix | undefined {
  let found: Prefix | undefined;
  let before = `${width}x${height}`;
  let isExpensive = false;
  for (const [index, item] of items.entries()) {
    if (!isShareable(item, images)) break;
    const { id, isKnown } = prefixes.extend(before, item);
    const hasCanvas = isKnown && canvases.has(id);
    isExpensive ||= item.kind === "group" || item.command.kind !== "fill" || item.scope !== undefined;
    if (hasCanvas || (isKnown && isExpensive)) found = { id, length: index + 1 };
    if (hasCanvas) isExpensive = false;
    before = id;
  }
  return found;
}

/** Whether an item may look the same in other cards: text and remote images are data. */
function isShareable(item: DisplayItem, images: Images): boolean {
  if (item.kind === "group")
    return [...item.items, ...(item.mask ?? [])].every((each) => isShareable(each, images));
  const { command } = item;
  if (command.kind === "text" || command.kind === "line") return false;
  if (command.kind !== "image" && command.kind !== "tile") return true;
  const source = command.kind === "image" ? command.source : command.image;
  if (source.kind === "remote") return false;
  return isGradient(source) || imagePixels(command, resolutionOf(item.scope), images) !== undefined;
}

async function createPrefixCanvas(
  area: Target["area"],
  items: readonly DisplayItem[],
  options: PrefixOptions,
): Promise<Canvas> {
  const target = { context: createDrawing(area.width, area.height), area };
  fillWhite(target);
  await paintItems(target, items, { ...options, isCached: false });
  return target.context.canvas;
}

function fillWhite({ context, area }: Target): void {
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, area.width, area.height);
}

import { createCanvas, type Canvas } from "canvas";
import { LRUCache } from "lru-cache";
import type { DisplayItem } from "./commands.ts";
import type { Images } from "./images.ts";
import { paintItems, type Target } from "./paint-items.ts";
import { imagePixels, isGradient } from "./paint-tiles.ts";
import { freeCanvas } from "./pixels.ts";
import { resolutionOf } from "./scope.ts";
import type { TimeSlice } from "./time-slice.ts";

/** A sequence of items at the start of cards that were painted lately. */
interface Prefix {
  /** Identifies the sequence within this process. */
  readonly id: number;
  /** What all of its items paint, if at least two cards start with it. */
  canvas: Canvas | undefined;
}

/** Bytes of canvases cached: the backgrounds of all accent colors at one common size, or a few at the largest size. */
const maxBytes = 96 * 1024 * 1024;

/** What a prefix counts as besides its key and its canvas, in bytes. */
const entryBytes = 500;

/** A prefix is forgotten if none of this many cards has it: its canvas would take memory for too little time saved. */
const maxUnusedCards = 1000;

/** The number of cards painted so far: the clock of the cache. */
let cards = 0;

/** By the ID of the prefix without its last item, and the item as JSON. */
const prefixes = new LRUCache<string, Prefix>({
  maxSize: maxBytes,
  ttl: maxUnusedCards,
  ttlResolution: 0,
  updateAgeOnGet: true,
  perf: { now: () => cards },
  sizeCalculation: ({ canvas }, key) =>
    entryBytes + 2 * key.length + (canvas ? canvas.width * canvas.height * 4 : 0),
  dispose: ({ canvas }) => canvas && freeCanvas(canvas),
});

let lastId = 0;

/** A prefix of the items of a card. */
interface Match {
  readonly key: string;
  readonly prefix: Prefix;
  /** The number of its items. */
  readonly length: number;
}

interface Options {
  readonly images: Images;
  readonly timeSlice: TimeSlice;
}

/**
 * Paints white and the first items of a card, and returns their number. Items before the first text or remote image are
 * often the same in many cards: what a card has in common with an earlier one is painted on a canvas that later cards
 * copy, which takes a fraction of the time that gradients and shadows take.
 */
export async function paintPrefix(
  target: Target,
  items: readonly DisplayItem[],
  options: Options,
): Promise<number> {
  const { context, area } = target;
  cards++;
  if (cards % 100 === 0) prefixes.purgeStale();
  const { cached, shared } = findPrefixes(target, items, options.images);
  const match = shared ?? cached;
  if (!match) {
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, area.width, area.height);
    return 0;
  }
  let { canvas } = match.prefix;
  if (!canvas) {
    canvas = await createPrefixCanvas(area, items.slice(0, match.length), options);
    prefixes.set(match.key, { id: match.prefix.id, canvas });
  }
  context.globalCompositeOperation = "copy"; // replaces the pixels of the previous card in half the time of blending
  context.drawImage(canvas, 0, 0);
  context.globalCompositeOperation = "source-over";
  return match.length;
}

/** The longest prefix with a canvas, and a longer one that deserves a canvas because an earlier card has it too. */
function findPrefixes(
  { area: { width, height } }: Target,
  items: readonly DisplayItem[],
  images: Images,
): { cached: Match | undefined; shared: Match | undefined } {
  let [cached, shared]: (Match | undefined)[] = [];
  let id = `${width}x${height}`;
  let isExpensive = false;
  for (const [index, item] of items.entries()) {
    if (!isShareable(item, images)) break;
    const key = `${id} ${JSON.stringify(item)}`;
    const known = prefixes.get(key);
    const prefix = known ?? { id: ++lastId, canvas: undefined };
    if (!known) prefixes.set(key, prefix);
    isExpensive ||= item.kind === "group" || item.command.kind !== "fill" || item.scope !== undefined;
    const match = { key, prefix, length: index + 1 };
    if (prefix.canvas) [cached, shared, isExpensive] = [match, undefined, false];
    else if (known && isExpensive) shared = match;
    id = String(prefix.id);
  }
  return { cached, shared };
}

/** Whether an item may look the same in other cards: text and remote images are data. */
function isShareable(item: DisplayItem, images: Images): boolean {
  if (item.kind === "group") return item.items.every((each) => isShareable(each, images));
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
  options: Options,
): Promise<Canvas> {
  const canvas = createCanvas(area.width, area.height);
  const context = canvas.getContext("2d");
  context.textDrawingMode = "glyph";
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, area.width, area.height);
  await paintItems({ context, area }, items, { ...options, isCached: false });
  return canvas;
}

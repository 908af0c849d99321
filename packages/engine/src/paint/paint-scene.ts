import type { ImageSource } from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import PQueue from "p-queue";
import type { DisplayItem } from "./commands.ts";
import type { Images, PixelSize } from "./images.ts";
import { CanvasCache } from "./canvas-cache.ts";
import { LayerFilters } from "./layer-filters.ts";
import { paintItems } from "./paint-items.ts";
import { imageOf } from "./paint-tiles.ts";
import { resolutionOf } from "./scope.ts";
import type { TimeSlice } from "../time-slice.ts";

/** An image that a card shows, and the size in pixels in which it is painted. */
export interface NeededImage {
  readonly source: ImageSource;
  readonly size: PixelSize;
  /** Whether its white margins are trimmed. */
  readonly isTrimmed: boolean;
}

/** The images to decode before the display list of a card is painted. */
export function listImages(items: readonly DisplayItem[]): NeededImage[] {
  return items.flatMap((item) => {
    if (item.kind === "group") return listImages([...item.items, ...(item.mask ?? [])]);
    const { command } = item;
    if (command.kind !== "tile" && command.kind !== "image") return [];
    const image = imageOf(command, resolutionOf(item.scope));
    return image ? { ...image, isTrimmed: command.kind === "image" && command.fitted !== undefined } : [];
  });
}

export interface PaintOptions extends PixelSize {
  readonly images: Images;
  readonly timeSlice: TimeSlice;
}

/** Paints cards, and keeps gradients and shadows that later cards may have too. */
export class Painter {
  readonly #canvases: CanvasCache;
  readonly #layerQueue = new PQueue({ concurrency: 1 });
  readonly #filters = new LayerFilters();

  /** @param cacheBytes of the canvases that are kept */
  constructor(cacheBytes: number) {
    this.#canvases = new CanvasCache(cacheBytes);
  }

  /**
   * Paints the display list of a card on a used canvas of its size. Where the card paints nothing, it is
   * white. Yields to the event loop where necessary.
   */
  async paint(
    context: CanvasRenderingContext2D,
    items: readonly DisplayItem[],
    { images, timeSlice, width, height }: PaintOptions,
  ): Promise<void> {
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    await paintItems({ context, area: { x: 0, y: 0, width, height } }, items, {
      images,
      timeSlice,
      canvases: this.#canvases,
      layerQueue: this.#layerQueue,
      filters: this.#filters,
    });
  }
}

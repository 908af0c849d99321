import type { ImageSource } from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import type { DisplayItem } from "./commands.ts";
import type { Images, PixelSize } from "./images.ts";
import { paintPrefix } from "./prefix-cache.ts";
import { paintItems } from "./paint-items.ts";
import { imageOf } from "./paint-tiles.ts";
import { resolutionOf } from "./scope.ts";
import type { TimeSlice } from "./time-slice.ts";

/** An image that a card shows, and the size in pixels in which it is painted. */
export interface NeededImage {
  readonly source: ImageSource;
  readonly size: PixelSize;
}

/** The images to decode before the display list of a card is painted. */
export function listImages(items: readonly DisplayItem[]): NeededImage[] {
  return items.flatMap((item) => {
    if (item.kind === "group") return listImages(item.items);
    const { command } = item;
    if (command.kind !== "tile" && command.kind !== "image") return [];
    return imageOf(command, resolutionOf(item.scope)) ?? [];
  });
}

export interface PaintOptions extends PixelSize {
  readonly images: Images;
  readonly timeSlice: TimeSlice;
}

/**
 * Paints the display list of a card on a canvas of its size, over whatever is on it; where the card paints nothing, it is white. Yields to the
 * event loop where necessary.
 */
export async function paintScene(
  context: CanvasRenderingContext2D,
  items: readonly DisplayItem[],
  { images, timeSlice, width, height }: PaintOptions,
): Promise<void> {
  const target = { context, area: { x: 0, y: 0, width, height } };
  const painted = await paintPrefix(target, items, { images, timeSlice });
  await paintItems(target, items.slice(painted), { images, timeSlice, isCached: true });
}

import type { CanvasRenderingContext2D } from "canvas";
import type { PlacedElement } from "../layout/placed.ts";
import { createDisplayList } from "./display-list.ts";
import type { Images, PixelSize } from "./images.ts";
import { paintPrefix } from "./prefix-cache.ts";
import { paintItems } from "./paint-items.ts";
import type { TimeSlice } from "./time-slice.ts";

export interface PaintOptions extends PixelSize {
  readonly images: Images;
  readonly timeSlice: TimeSlice;
}

/**
 * Paints a card on a canvas of its size, over whatever is on it; where the card paints nothing, it is white. Yields to the
 * event loop where necessary.
 */
export async function paintScene(
  context: CanvasRenderingContext2D,
  root: PlacedElement,
  { images, timeSlice, width, height }: PaintOptions,
): Promise<void> {
  const items = createDisplayList(root, images);
  const target = { context, area: { x: 0, y: 0, width, height } };
  const painted = await paintPrefix(target, items, { images, timeSlice });
  await paintItems(target, items.slice(painted), { images, timeSlice, isCached: true });
}

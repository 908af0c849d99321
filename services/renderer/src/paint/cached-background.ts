import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";
import { LRUCache } from "lru-cache";

/** Bytes of backgrounds cached: those of all accent colors at one common size, or a few at the largest size. */
const maxBytes = 96 * 1024 * 1024;

const backgrounds = new LRUCache<string, Canvas>({
  maxSize: maxBytes,
  sizeCalculation: ({ width, height }) => width * height * 4,
  dispose(canvas) {
    canvas.width = canvas.height = 0; // frees the pixels now instead of on collection
  },
});

/**
 * A background that many cards share, painted by `paint` when first needed: painting gradients takes milliseconds,
 * copying them a tenth of that. `key` must identify everything that `paint` depends on. Copy the canvas before the next
 * call, which may evict it.
 */
export function cachedBackground(
  key: string,
  size: { width: number; height: number },
  paint: (context: CanvasRenderingContext2D) => void,
): Canvas {
  let background = backgrounds.get(key);
  if (!background) {
    background = createCanvas(size.width, size.height);
    paint(background.getContext("2d"));
    backgrounds.set(key, background);
  }
  return background;
}

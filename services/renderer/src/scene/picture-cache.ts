import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";
import { LRUCache } from "lru-cache";

/** Bytes of pictures kept: the backgrounds of all accents at one common size, or a few at the largest. */
const maxBytes = 96 * 1024 * 1024;

const pictures = new LRUCache<string, Canvas>({
  maxSize: maxBytes,
  sizeCalculation: ({ width, height }) => width * height * 4,
  dispose(picture) {
    picture.width = picture.height = 0; // frees the pixels now, not when collected
  },
});

/**
 * A picture of a size in pixels that many cards share: painted by `paint` for the first, then kept. `key` must tell
 * apart all that `paint` depends on. Copy it before you ask for another, which may push it out. Gradients take milliseconds to paint and a tenth of that to copy.
 */
export function sharedPicture(
  key: string,
  size: { width: number; height: number },
  paint: (context: CanvasRenderingContext2D) => void,
): Canvas {
  let picture = pictures.get(key);
  if (!picture) {
    picture = createCanvas(size.width, size.height);
    paint(picture.getContext("2d"));
    pictures.set(key, picture);
  }
  return picture;
}

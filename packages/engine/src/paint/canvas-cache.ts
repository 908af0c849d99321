import type { Canvas } from "canvas";
import { LRUCache } from "lru-cache";
import type { PixelSize } from "./images.ts";
import { freeCanvas } from "./pixels.ts";

/** Canvases that later cards copy: gradients and shadows, up to a number of bytes of pixels. */
export class CanvasCache {
  readonly #canvases: LRUCache<string, Canvas>;

  constructor(maxBytes: number) {
    this.#canvases = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (canvas) => bytesOf(canvas),
      dispose: (canvas) => freeCanvas(canvas),
    });
  }

  get(key: string): Canvas | undefined {
    return this.#canvases.get(key);
  }

  /** Keeps a canvas until others need its room, or frees it now if it can't be kept. */
  add(key: string, canvas: Canvas): void {
    if (bytesOf(canvas) <= this.#canvases.maxSize) this.#canvases.set(key, canvas);
    else freeCanvas(canvas);
  }
}

function bytesOf({ width, height }: PixelSize): number {
  return width * height * 4;
}

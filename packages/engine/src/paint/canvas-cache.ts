import type { Canvas } from "canvas";
import { LRUCache } from "lru-cache";
import type { PixelSize } from "./images.ts";
import { freeCanvas } from "./pixels.ts";

/** Keys that are remembered: of canvases that are kept, and of those that were needed once. */
const maxKeys = 1000;

/**
 * Canvases that later cards copy: gradients and shadows, up to a number of bytes of pixels. They are kept when
 * they are needed again: most gradients of cards in unusual sizes never are.
 */
export class CanvasCache {
  readonly #canvases: LRUCache<string, Canvas | "needed once">;

  constructor(maxBytes: number) {
    this.#canvases = new LRUCache({
      max: maxKeys,
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (canvas) => (typeof canvas === "string" ? 1 : bytesOf(canvas)),
      dispose: (canvas) => typeof canvas === "string" || freeCanvas(canvas),
    });
  }

  get(key: string): Canvas | undefined {
    const canvas = this.#canvases.get(key);
    return typeof canvas === "string" ? undefined : canvas;
  }

  /** Keeps a canvas until others need its room, or frees it now if it is not kept. */
  add(key: string, canvas: Canvas): void {
    const isKept = this.#canvases.has(key) && bytesOf(canvas) <= this.#canvases.maxSize;
    this.#canvases.set(key, isKept ? canvas : "needed once");
    if (!isKept) freeCanvas(canvas);
  }
}

function bytesOf({ width, height }: PixelSize): number {
  return width * height * 4;
}

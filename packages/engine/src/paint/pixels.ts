import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";

/** Pixels along a side of a canvas at most: node-canvas fails at about twice as many. */
export const maxCanvasLength = 16_384;

/** Creates a canvas to draw text on, too. */
export function createDrawing(width: number, height: number): CanvasRenderingContext2D {
  const context = createCanvas(width, height).getContext("2d");
  context.textDrawingMode = "glyph"; // several times faster than "path", and the only mode with color emoji
  return context;
}

/** Frees the pixels of a canvas now instead of on garbage collection. */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = canvas.height = 0;
}

/**
 * Calls `use` with the pixels of a canvas: BGRA, premultiplied, 4 bytes each. They are freed when it settles,
 * if the runtime can do that (ES2024). Using memory again saves 1 ms for each card.
 */
export async function withPixels<T>(canvas: Canvas, use: (bgra: Buffer) => Promise<T>): Promise<T> {
  const bgra = canvas.toBuffer("raw");
  try {
    return await use(bgra);
  } finally {
    const buffer: ArrayBufferLike & { transfer?: (length: number) => unknown } = bgra.buffer;
    buffer.transfer?.(0);
  }
}

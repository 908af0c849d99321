import { createCanvas, createImageData, type Canvas, type CanvasRenderingContext2D } from "canvas";
import type { AlphaMask } from "./blur.ts";
import { parseColor } from "./color.ts";

/** Pixels along a side of a canvas at most: node-canvas fails at about twice as many. */
export const maxCanvasLength = 16_384;

/** Creates a canvas to draw text on, too. */
export function createDrawing(width: number, height: number): CanvasRenderingContext2D {
  const context = createCanvas(width, height).getContext("2d");
  context.textDrawingMode = "glyph"; // several times faster than "path", and the only mode with color emoji
  return context;
}

/** Creates a canvas from pixels, which are 0xAABBGGRR, not premultiplied. */
function canvasOfPixels(width: number, height: number, pixels: Uint32Array<ArrayBuffer>): Canvas {
  const canvas = createCanvas(width, height);
  const data = createImageData(new Uint8ClampedArray(pixels.buffer), width, height);
  canvas.getContext("2d").putImageData(data, 0, 0);
  return canvas;
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

/** The coverage that a canvas holds in its alpha channel. */
export function maskOf(canvas: Canvas): AlphaMask {
  const { width, height } = canvas;
  const bgra = canvas.toBuffer("raw");
  const values = new Float32Array(width * height);
  for (let index = 0; index < values.length; index++) values[index] = bgra[index * 4 + 3]!;
  return { width, height, values };
}

/** A canvas in one color, with the coverage of a mask. */
export function tint({ width, height, values }: AlphaMask, color: string): Canvas {
  const { red, green, blue, alpha } = parseColor(color);
  const rgb = (blue << 16) | (green << 8) | red;
  const pixels = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    pixels[index] = (Math.round(values[index]! * alpha) << 24) | rgb;
  }
  return canvasOfPixels(width, height, pixels);
}

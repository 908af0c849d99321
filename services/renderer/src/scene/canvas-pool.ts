import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";

/** A canvas to draw one card on, with room for its pixels packed for the encoders. */
export interface Easel {
  readonly canvas: Canvas;
  readonly context: CanvasRenderingContext2D;
  readonly rgb: Buffer;
}

/** Bytes of idle easels kept. Without reuse, memory runs into gigabytes before the collector notices. */
const maxIdleBytes = 64 * 1024 * 1024;

/** Idle easels, the longest unused first. */
const idle: Easel[] = [];

/**
 * Lends an easel of a size in pixels until `use` has ended: what is drawn on is still being read while it is
 * encoded. Its pixels and drawing state are what the last user left.
 */
export async function withEasel<T>(
  width: number,
  height: number,
  use: (easel: Easel) => Promise<T>,
): Promise<T> {
  const easel = take(width, height) ?? make(width, height);
  try {
    return await use(easel);
  } finally {
    giveBack(easel);
  }
}

function take(width: number, height: number): Easel | undefined {
  const index = idle.findLastIndex(({ canvas }) => canvas.width === width && canvas.height === height);
  return index < 0 ? undefined : idle.splice(index, 1)[0];
}

function make(width: number, height: number): Easel {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.textDrawingMode = "glyph"; // several times faster than paths, and the only mode with colour emoji
  return { canvas, context, rgb: Buffer.allocUnsafeSlow(width * height * 3) };
}

function giveBack(easel: Easel): void {
  idle.push(easel);
  while (idle.reduce((sum, each) => sum + bytesOf(each), 0) > maxIdleBytes) {
    const oldest = idle.shift();
    if (oldest) oldest.canvas.width = oldest.canvas.height = 0; // frees the pixels now, not when collected
  }
}

function bytesOf({ canvas, rgb }: Easel): number {
  return canvas.width * canvas.height * 4 + rgb.length;
}

import { MessageChannel } from "node:worker_threads";
import { createCanvas, createImageData, type Canvas } from "canvas";
import type { AlphaMask } from "./blur.ts";
import { parseColor } from "./color.ts";

/** Pixels along a side of a canvas at most: node-canvas fails at about twice as many. */
export const maxCanvasLength = 16_384;

let buffer = new ArrayBuffer(0);

/**
 * Creates a canvas from pixels that `fill` writes as 0xAABBGGRR, not premultiplied. Free it with `freeCanvas` if it is not
 * cached. The pixels are initially those of an earlier call.
 */
export function canvasOfPixels(width: number, height: number, fill: (pixels: Uint32Array) => void): Canvas {
  const length = width * height;
  if (buffer.byteLength < length * 4) buffer = new ArrayBuffer(length * 4);
  fill(new Uint32Array(buffer, 0, length));
  const canvas = createCanvas(width, height);
  const data = createImageData(new Uint8ClampedArray(buffer, 0, length * 4), width, height);
  canvas.getContext("2d").putImageData(data, 0, 0);
  return canvas;
}

/** Frees the pixels of a canvas now instead of on garbage collection. */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = canvas.height = 0;
}

/**
 * Calls `read` with the pixels of a canvas: BGRA, premultiplied, 4 bytes each. They are freed when it returns, instead of
 * on garbage collection: buffers of this size make V8 collect the whole heap after every few cards.
 */
export function readPixels<T>(canvas: Canvas, read: (bgra: Buffer) => T): T {
  const bgra = canvas.toBuffer("raw");
  try {
    return read(bgra);
  } finally {
    freeBuffer(bgra);
  }
}

/** Like `readPixels`, but frees the pixels when the promise settles. */
export async function withPixels<T>(canvas: Canvas, use: (bgra: Buffer) => Promise<T>): Promise<T> {
  const bgra = canvas.toBuffer("raw");
  try {
    return await use(bgra);
  } finally {
    freeBuffer(bgra);
  }
}

/** Discards what is transferred to it: the only way to free an ArrayBuffer in Node.js 20. */
const closedPort = new MessageChannel().port1;
closedPort.close();

function freeBuffer(bytes: Buffer): void {
  closedPort.postMessage(null, [bytes.buffer as ArrayBuffer]);
}

/** The coverage that a canvas holds in its alpha channel. */
export function maskOf(canvas: Canvas): AlphaMask {
  const { width, height } = canvas;
  return readPixels(canvas, (bgra) => {
    const values = new Float32Array(width * height);
    for (let index = 0; index < values.length; index++) values[index] = bgra[index * 4 + 3]!;
    return { width, height, values };
  });
}

/** A canvas in one color, with the coverage of a mask. */
export function tint({ width, height, values }: AlphaMask, color: string): Canvas {
  const { red, green, blue, alpha } = parseColor(color);
  const rgb = (blue << 16) | (green << 8) | red;
  return canvasOfPixels(width, height, (pixels) => {
    for (let index = 0; index < values.length; index++) {
      pixels[index] = (Math.round(values[index]! * alpha) << 24) | rgb;
    }
  });
}

import { createThread } from "@placard/runtime/thread";
import type { Canvas } from "canvas";

/** What the thread encodes. */
export interface PngTask {
  /** Opaque pixels, row by row: blue, green, red and alpha, one byte each. */
  bgra: Uint8Array<ArrayBuffer>;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

const thread = createThread<PngTask, Uint8Array<ArrayBuffer>>(new URL("./png-thread.js", import.meta.url));

/**
 * Encodes opaque pixels as PNG: 8 bits for each of red, green and blue, without metadata. The pixels are copied before this
 * returns, and encoded in a thread: the main thread lays out and paints the next card in the meantime.
 */
export async function encodePng(canvas: Canvas): Promise<Buffer> {
  const { width, height } = canvas;
  const bgra = canvas.toBuffer("raw") as Uint8Array<ArrayBuffer>;
  const { buffer, byteOffset, byteLength } = await thread.run({ bgra, width, height }, bgra);
  return Buffer.from(buffer, byteOffset, byteLength);
}

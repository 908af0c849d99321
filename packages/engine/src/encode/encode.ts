import type { ImageFormat } from "@placard/contracts";
import sharp, { type Sharp } from "sharp";
import type { CanvasBuffer } from "../paint/canvas-pool.ts";
import { readPixels, withPixels } from "../paint/pixels.ts";
import { encodeLosslessWebp } from "./lossless-webp.ts";
import { packRgb } from "./pack-rgb.ts";
import { encodePng } from "./png.ts";

/** Encodes the canvas of a buffer. `quality` is from 1 to 100. */
type Encoder = (buffer: CanvasBuffer, quality: number) => Promise<Buffer>;

// The settings serve throughput, measured on the samples of all built-in templates, with and without photos. PNG: zlib takes 1.2
// times the time for more bytes, up to 1.4 times as many on photos. Lossy WebP: effort 2 takes 1.2 times the time for 9 % less,
// effort 1 takes longer than that.
const encoders: Record<ImageFormat, Encoder> = {
  png: ({ canvas }) => encodePng(canvas),
  webp: encodeWebp,
  jpeg: (buffer, quality) =>
    quality < minCanvasQuality
      ? withSharp(buffer, (pixels) => pixels.jpeg({ quality }))
      : canvasJpeg(buffer, quality),
};

/** Below this quality, canvas writes JPEGs outside the baseline profile, which not every reader supports. */
const minCanvasQuality = 24;

/**
 * Encodes the canvas of a buffer; it must not be drawn on until then. `quality` is from 1 to 100, without effect on png.
 * Rejects if the encoder fails.
 */
export async function encode(buffer: CanvasBuffer, format: ImageFormat, quality: number): Promise<Buffer> {
  return encoders[format](buffer, quality);
}

/** The pixels of a buffer's canvas, row by row: red, green and blue, one byte each. */
export function encodeRgb({ canvas }: CanvasBuffer): Promise<Buffer> {
  return Promise.resolve(readPixels(canvas, (bgra) => Buffer.from(packRgb(bgra))));
}

/** From this quality on, a WebP that takes few bytes without loss is not compared with a lossy one. */
const minLosslessQuality = 90;

/** More pixels and repetitions than this share of the pixels take about 1 bit per pixel: the image has a photo, or much grain. */
const maxLosslessShare = 1 / 16;

/**
 * Encodes as WebP: without loss if that takes few bytes, which cards without photos do, and is several times as fast as with loss. Below
 * `minLosslessQuality`, the client prefers fewer bytes, so the smaller of both is the result.
 */
async function encodeWebp(buffer: CanvasBuffer, quality: number): Promise<Buffer> {
  const { width, height } = buffer.canvas;
  const maxTokens = width * height * maxLosslessShare;
  const lossless = await withPixels(buffer.canvas, (bgra) =>
    encodeLosslessWebp(bgra, width, height, maxTokens),
  );
  if (lossless && quality >= minLosslessQuality) return lossless;
  const lossy = await withSharp(buffer, (pixels) => pixels.webp({ quality, effort: 0 }));
  return lossless && lossless.length < lossy.length ? lossless : lossy;
}

/** Encodes the pixels with sharp, in a thread. */
function withSharp({ canvas }: CanvasBuffer, encoder: (pixels: Sharp) => Sharp): Promise<Buffer> {
  configureOnce();
  const { width, height } = canvas;
  return withPixels(canvas, (bgra) =>
    encoder(sharp(packRgb(bgra), { raw: { width, height, channels: 3 } })).toBuffer(),
  );
}

/** Encodes with canvas itself, which needs no copy of the pixels, and on this thread: see docs/decisions/0052. */
function canvasJpeg({ canvas }: CanvasBuffer, quality: number): Promise<Buffer> {
  return Promise.resolve(canvas.toBuffer("image/jpeg", { quality: quality / 100 }));
}

let isConfigured = false;

/** One thread per image, since renderers are one process per core; no cache, since no image is encoded twice. */
function configureOnce(): void {
  if (isConfigured) return;
  isConfigured = true;
  sharp.concurrency(1);
  sharp.cache(false);
}

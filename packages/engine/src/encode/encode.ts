import type { ImageFormat } from "@placard/contracts";
import type { Canvas } from "canvas";
import sharp, { type Sharp } from "sharp";
import { withPixels } from "../paint/pixels.ts";
import type { TimeSlice } from "../time-slice.ts";
import { createPixelDeflater } from "./deflate-pixels.ts";
import { createLosslessWebpEncoder } from "./lossless-webp.ts";
import { createPng } from "./png.ts";

/**
 * Encodes an opaque canvas, which must not be drawn on until then. `quality` is from 1 to 100, without effect
 * on png. With `isLossy`, a WebP is never lossless. Rejects if the encoder fails.
 */
export type Encode = (
  canvas: Canvas,
  format: ImageFormat,
  quality: number,
  isLossy?: boolean,
) => Promise<Buffer>;

/** Below this quality, canvas writes JPEGs outside the baseline profile, which not every reader supports. */
const minCanvasQuality = 24;

/** From this quality on, a WebP that takes few bytes without loss is not compared with a lossy one. */
const minLosslessQuality = 90;

/** The most tokens, as a share of the pixels. An image with a photo or much grain has more. */
const maxLosslessShare = 1 / 16;

/**
 * Creates the encoder of all formats. Its settings are the fastest for the samples of all built-in templates.
 * PNG: zlib takes 1.2 times as long, for more bytes. Lossy WebP: effort 2 takes 1.2 times as long for 9 %
 * fewer bytes. Effort 1 takes longer than that.
 */
export function createEncode(timeSlice?: TimeSlice): Encode {
  const deflatePixels = createPixelDeflater(timeSlice);
  const encodeLosslessWebp = createLosslessWebpEncoder(timeSlice);

  const encoders: Record<
    ImageFormat,
    (canvas: Canvas, quality: number, isLossy: boolean) => Promise<Buffer>
  > = {
    async png(canvas) {
      const { width, height } = canvas;
      const data = await withPixels(canvas, (bgra) => deflatePixels(bgra, width, height));
      return createPng(data, width, height);
    },
    /**
     * Lossless if that takes few bytes, as for cards without photos: it is several times as fast. Below
     * `minLosslessQuality`, the client prefers fewer bytes, so the smaller result is used.
     */
    webp: (canvas, quality, isLossy) =>
      withPixels(canvas, async (bgra) => {
        const maxTokens = canvas.width * canvas.height * maxLosslessShare;
        const lossless = isLossy ? undefined : await encodeLosslessWebp(bgra, canvas, maxTokens);
        if (lossless && quality >= minLosslessQuality) return lossless;
        const lossy = await toSharp(bgra, canvas).webp({ quality, effort: 0 }).toBuffer();
        return lossless && lossless.length < lossy.length ? lossless : lossy;
      }),
    /** Canvas encodes on this thread, without a copy of the pixels: see docs/decisions/0052. */
    async jpeg(canvas, quality) {
      if (quality >= minCanvasQuality) return canvas.toBuffer("image/jpeg", { quality: quality / 100 });
      return withPixels(canvas, (bgra) => toSharp(bgra, canvas).jpeg({ quality }).toBuffer());
    },
  };
  return (canvas, format, quality, isLossy = false) => encoders[format](canvas, quality, isLossy);
}

/** Passes opaque pixels (BGRA) to sharp, which encodes them in a thread. RGB replaces them in their memory. */
function toSharp(bgra: Buffer, { width, height }: Canvas): Sharp {
  for (let from = 0, to = 0; from < bgra.length; from += 4, to += 3) {
    const blue = bgra[from]!;
    bgra[to] = bgra[from + 2]!;
    bgra[to + 1] = bgra[from + 1]!;
    bgra[to + 2] = blue;
  }
  return sharp(bgra.subarray(0, width * height * 3), { raw: { width, height, channels: 3 } });
}

import sharp, { type Sharp } from "sharp";
import type { Easel } from "./canvas-pool.ts";
import { packRgb } from "./pack-rgb.ts";

/** The formats a card can be encoded in. */
export type Format = "png" | "jpeg" | "webp";

/** Below this quality canvas leaves the JPEG baseline, which not every reader of previews follows, and says so. */
const lowestOfCanvas = 24;

/** Encodes what is on an easel. `quality` from 1 to 100, without effect on png. Rejects if the encoder fails. */
export function encode(easel: Easel, format: Format, quality: number): Promise<Buffer> {
  // Settings measured on our cards. PNG: level 4 takes two thirds of the time for a fifth more bytes, 8 twice the time for
  // 4 % less; filters only cost. WebP: effort 3 takes twice the time for 2 % less.
  if (format === "png")
    return packed(easel).png({ compressionLevel: 7, adaptiveFiltering: false }).toBuffer();
  if (format === "webp") return packed(easel).webp({ quality, effort: 2 }).toBuffer();
  return quality < lowestOfCanvas ? packed(easel).jpeg({ quality }).toBuffer() : jpegOf(easel, quality);
}

/** The pixels in sharp's hands. They stay in the easel's own memory: it must not be drawn on before the encoder ends. */
function packed({ canvas, rgb }: Easel): Sharp {
  tuneOnce();
  packRgb(canvas.toBuffer("raw"), rgb);
  return sharp(rgb, { raw: { width: canvas.width, height: canvas.height, channels: 3 } });
}

/** By canvas itself, which needs no copy of the pixels. */
function jpegOf({ canvas }: Easel, quality: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    canvas.toBuffer((error, bytes) => (error ? reject(error) : resolve(bytes)), "image/jpeg", {
      quality: quality / 100,
    });
  });
}

let tuned = false;

/** One thread a picture, since renderers are one process a core; no cache, since no picture is encoded twice. */
function tuneOnce(): void {
  if (tuned) return;
  tuned = true;
  sharp.concurrency(1);
  sharp.cache(false);
}

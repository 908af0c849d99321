import { maxImageSide } from "@placard/contracts/upload-limits";
import { InvalidFileError } from "./invalid-file.ts";
import sharp from "sharp";

/** The quality of images with lossy compression: high enough that a logo does not visibly change. */
const quality = 92;

export interface SanitizedRaster {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes an image and re-encodes it in its own format, in sRGB with 8 bits and without metadata: nothing of
 * the file remains but its pixels. What was compressed without loss stays so. Throws InvalidFileError.
 */
export async function sanitizeRaster(
  file: Uint8Array,
  format: "png" | "jpeg" | "webp",
): Promise<SanitizedRaster> {
  // The first frame of an animation.
  const image = sharp(file, { limitInputPixels: maxImageSide * maxImageSide, failOn: "error" });
  const header = await image.metadata();
  if (header.format !== format) throw new Error(`detected as ${format} but decoded as ${header.format}`);
  if (header.width > maxImageSide || header.height > maxImageSide)
    throw new InvalidFileError(`The image is larger than ${maxImageSide} × ${maxImageSide} pixels.`);
  const decoded = image.autoOrient().toColourspace("srgb");
  const encoded =
    format === "png"
      ? decoded.png({ compressionLevel: 6 })
      : format === "jpeg"
        ? decoded.jpeg({
            quality,
            chromaSubsampling: header.chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0",
          })
        : decoded.webp(isLossless(file) ? { lossless: true, effort: 2 } : { quality });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Whether a WebP file is lossless: the first frame's chunk is VP8L (RFC 9649, clause 2.6). */
function isLossless(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const [lossless, lossy] = [bytes.indexOf("VP8L"), bytes.indexOf("VP8 ")];
  return lossless !== -1 && (lossy === -1 || lossless < lossy);
}

import sharp from "sharp";

/** Pixels of the largest raster image that is decoded. */
const maxPixels = 40_000_000;

/** A raster image: the bytes of its file, and the format that they must have. */
export interface RasterFile {
  readonly bytes: Uint8Array;
  readonly format: string;
}

/** The size of an image in pixels, turned upright. Rejects if the header is invalid. */
export async function measureRaster(file: RasterFile): Promise<{ width: number; height: number }> {
  return (await open(file)).size;
}

/** The pixels of an image stretched to a size in pixels, turned upright: RGBA, not premultiplied. */
export async function decodeRaster(
  file: RasterFile,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const { image } = await open(file);
  return image
    .autoOrient()
    .resize(width, height, { fit: "fill" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer();
}

/** Opens an image, the first frame of an animation, after a check of its header. */
async function open({ bytes, format }: RasterFile) {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
  const header = await image.metadata();
  if (header.width * header.height > maxPixels) throw new Error(`more than ${maxPixels} pixels`);
  const actual = header.format === "heif" && header.compression === "av1" ? "avif" : header.format;
  if (actual !== format) throw new Error(`detected as ${format} but decoded as ${actual}`);
  return { image, size: header.autoOrient };
}

import sharp from "sharp";
import { formatSvg, type SanitizedSvg } from "./svg/sanitize-svg.ts";

/** A sanitized SVG document as RGBA pixels, not premultiplied. A color replaces `currentColor`. */
export async function rasterizeSvg(
  document: SanitizedSvg,
  size: { width: number; height: number; color?: string | undefined },
): Promise<Buffer> {
  const { width, height } = size;
  return sharp(Buffer.from(formatSvg(document, size)), { limitInputPixels: width * height * 2 })
    .resize(width, height, { fit: "fill" }) // librsvg may round the size
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer();
}

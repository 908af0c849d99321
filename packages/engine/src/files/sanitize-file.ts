import type { AssetContent, FontAxes } from "@placard/contracts";
import { rasterizeSvg } from "./rasterize-svg.ts";
import { sanitizeRaster } from "./sanitize-raster.ts";
import { formatSvg, sanitizeSvg } from "./svg/sanitize-svg.ts";

/** An image or a font to sanitize. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly format: "png" | "jpeg" | "webp" | "svg" | "woff2" | "ttf" | "otf";
  readonly axes?: FontAxes;
}

/** A sanitized file, and what templates need to know about it. */
export interface SanitizedFile {
  readonly bytes: Uint8Array;
  readonly content: AssetContent;
}

/** The longest side in pixels of the test drawing of an SVG document. */
const trialSide = 1024;

/** Rewrites an image or a font, so that the file contains only what is drawn. Throws InvalidFileError. */
export async function sanitizeFile({ bytes, format, axes }: UploadedFile): Promise<SanitizedFile> {
  if (format === "svg") {
    const { root, ...size } = sanitizeSvg(bytes);
    const ratio = Math.min(64, Math.max(1 / 64, size.aspectRatio ?? 1));
    const width = Math.max(1, Math.round(trialSide * Math.min(1, ratio)));
    await rasterizeSvg({ root }, { width, height: Math.max(1, Math.round(width / ratio)) });
    return { bytes: Buffer.from(formatSvg({ root })), content: { contentType: "image/svg+xml", ...size } };
  }
  if (format === "png" || format === "jpeg" || format === "webp") {
    const { bytes: encoded, width, height } = await sanitizeRaster(bytes, format);
    return { bytes: encoded, content: { contentType: `image/${format}`, width, height } };
  }
  const { rewriteFont } = await import("./font/rewrite-font.ts"); // most processes never need it
  const { bytes: rewritten, contentType, ...font } = await rewriteFont(bytes, format, axes);
  return { bytes: rewritten, content: { contentType, font } };
}

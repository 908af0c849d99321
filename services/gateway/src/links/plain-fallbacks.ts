import { hash } from "node:crypto";
import { imageFormatNames, imageFormats, type ImageFormat } from "@placard/contracts";
import type { StoredImage } from "../images/stored-images.ts";

/** The plain fallback image in each format. */
export type PlainFallbacks = Readonly<Record<ImageFormat, StoredImage>>;

/** Creates the plain fallback images from their bytes, in the form of stored images. */
export function createPlainFallbacks(files: Readonly<Record<ImageFormat, Buffer>>): PlainFallbacks {
  const entries = imageFormatNames.map((format) => [format, toStoredImage(files[format], format)]);
  return Object.fromEntries(entries) as PlainFallbacks;
}

function toStoredImage(bytes: Buffer, format: ImageFormat): StoredImage {
  const contentType = imageFormats[format].mediaType;
  const etag = hash("sha256", bytes, "base64url").slice(0, 27);
  const meta = { contentType, storedAt: 0, expiresAt: Infinity, etag, size: bytes.length, userMetadata: {} };
  return { bytes, meta };
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { imageFormatNames, imageFormats, type ImageFormat } from "@placard/contracts";

/** The file of the fallback image of cards without a brand, in a format. `npm run generate` renders it. */
export function plainFallbackFile(format: ImageFormat): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve(`@placard/templates/fallback-images/plain.${imageFormats[format].extension}`);
}

/** Reads the fallback images of cards without a brand. They need no renderer, Redis or storage. */
export function readPlainFallbacks(): Readonly<Record<ImageFormat, Buffer>> {
  const entries = imageFormatNames.map((format) => [format, readFileSync(plainFallbackFile(format))]);
  return Object.fromEntries(entries) as Record<ImageFormat, Buffer>;
}

import sharp from "sharp";
import { height, quality, width } from "./card.mjs";

/** Encodes opaque RGBA pixels, for a peer without an encoder of its own for a format. */
export function throughSharp(pixels, format) {
  return encodedBySharp(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha(), format);
}

/** Encodes by sharp's own defaults; quality is all that is said. */
export function encodedBySharp(image, format) {
  return (format === "png" ? image.png() : image[format]({ quality })).toBuffer();
}

import sharp from "sharp";
import { height, quality, width } from "./card.mjs";

/** Encodes opaque RGBA pixels, for a peer without an encoder for a format. */
export function throughSharp(pixels, format) {
  return encodeWithSharp(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha(), format);
}

/** Encodes with sharp's defaults, except for the quality. */
export function encodeWithSharp(image, format) {
  return (format === "png" ? image.png() : image[format]({ quality })).toBuffer();
}

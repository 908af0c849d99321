import type { ImageSource } from "@placard/templates/scene";
import type { Canvas } from "canvas";
import type { NaturalSize, RemoteImageSize } from "../layout/boxes/replaced.ts";
import type { ImageGround } from "../image-ground.ts";
import { maxCanvasLength } from "./pixels.ts";

/** A size in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Decoded pixels, row by row: red, green, blue and alpha (not premultiplied), one byte each. */
export interface Pixels extends PixelSize {
  readonly rgba: Uint8Array;
}

/** The images of a card, fetched and decoded before it is painted. */
export interface Images {
  /** The size of a remote image in pixels, turned upright; undefined if it is unavailable. */
  readonly remoteSize: RemoteImageSize;
  /**
   * The whole image, stretched to a size that `listImages` names; undefined if it is unavailable. Must return
   * the same canvas for the same arguments as long as the card is being painted.
   */
  readonly pixels: (source: ImageSource, size: PixelSize) => Canvas | undefined;
  /** What continues the edges of the image that `pixels` returns; undefined if they have several colors. */
  readonly ground: (source: ImageSource, size: PixelSize) => ImageGround | undefined;
}

/** The most pixels of an image: a larger one is decoded at a lower resolution. */
const maxPixels = 4096 * 1024;

/** The size in which an image is decoded for an area of the card; `resolution` is the scale of transforms. */
export function decodedSize({ width, height }: PixelSize, resolution: number): PixelSize {
  const scale = Math.min(resolution, Math.sqrt(maxPixels / (width * height)));
  const clamp = (length: number) => Math.max(1, Math.min(Math.round(length * scale), maxCanvasLength));
  return { width: clamp(width), height: clamp(height) };
}

/** What a display list depends on besides the layout. */
export type RemoteSizes = Pick<Images, "remoteSize">;

/** The largest size with a ratio that fits into an area, or the smallest that covers it. */
export function fitRatio(ratio: number, area: PixelSize, fit: "contain" | "cover"): PixelSize {
  const isWider = ratio > area.width / area.height;
  return isWider === (fit === "contain")
    ? { width: area.width, height: area.width / ratio }
    : { width: area.height * ratio, height: area.height };
}

/** The size of an image with some dimensions given (CSS Images 3, 5.3). `area` is the default size. */
export function concreteSize(
  { width, height }: { width: number | undefined; height: number | undefined },
  natural: NaturalSize,
  area: PixelSize,
): PixelSize {
  const { ratio } = natural;
  if (width !== undefined && height !== undefined) return { width, height };
  if (width !== undefined) return { width, height: ratio ? width / ratio : (natural.height ?? area.height) };
  if (height !== undefined) return { width: ratio ? height * ratio : (natural.width ?? area.width), height };
  if (natural.width === undefined && natural.height === undefined) {
    return ratio ? fitRatio(ratio, area, "contain") : area;
  }
  return concreteSize(
    { width: natural.width, height: natural.height },
    { ...natural, width: undefined, height: undefined },
    area,
  );
}

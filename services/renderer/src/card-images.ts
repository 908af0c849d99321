import type { ImageSource } from "@placard/templates/scene";
import { createCanvas, createImageData, type Canvas } from "canvas";
import type { Images, PixelSize } from "./paint/images.ts";
import type { NeededImage } from "./paint/paint-scene.ts";
import { freeCanvas } from "./paint/pixels.ts";

/** Decoded pixels, row by row: red, green, blue and alpha (not premultiplied), one byte each. */
interface Pixels extends PixelSize {
  readonly rgba: Uint8Array;
}

/** Where the pixels of a card's images come from. */
export interface ImageLoader {
  /** The size of a remote image in pixels; undefined if it is unavailable. */
  readonly measure: (url: string) => Promise<PixelSize | undefined>;
  /** A whole image, scaled to a size in pixels; undefined if it is unavailable. */
  readonly load: (source: ImageSource, size: PixelSize) => Promise<Pixels | undefined>;
}

/** A loader for cards without images: none is available. */
export const noImages: ImageLoader = {
  measure: () => Promise.resolve(undefined),
  load: () => Promise.resolve(undefined),
};

/** The images of a card, ready to be painted. */
export interface CardImages extends Images {
  /** The sources that are unavailable. */
  readonly unavailable: readonly ImageSource[];
  /** Frees the pixels now instead of on collection. */
  readonly free: () => void;
}

/** Loads the images that a card needs. Rejects with the errors of the loader. */
export async function loadCardImages(
  needed: readonly NeededImage[],
  loader: ImageLoader,
  remoteSize: Images["remoteSize"],
): Promise<CardImages> {
  const byKey = new Map(needed.map((image) => [keyOf(image), image]));
  const canvases = new Map<string, Canvas>();
  const unavailable: ImageSource[] = [];
  await Promise.all(
    [...byKey].map(async ([key, { source, size }]) => {
      const pixels = await loader.load(source, size);
      if (pixels) canvases.set(key, toCanvas(pixels));
      else unavailable.push(source);
    }),
  );
  return {
    remoteSize,
    pixels: (source, size) => canvases.get(keyOf({ source, size })),
    unavailable,
    free: () => canvases.forEach(freeCanvas),
  };
}

function keyOf({ source, size: { width, height } }: NeededImage): string {
  return JSON.stringify([source, width, height]);
}

function toCanvas({ width, height, rgba }: Pixels): Canvas {
  const canvas = createCanvas(width, height);
  const pixels = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  canvas.getContext("2d").putImageData(createImageData(pixels, width, height), 0, 0);
  return canvas;
}

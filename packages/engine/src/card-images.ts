import type { ImageSource } from "@placard/templates/scene";
import { createCanvas, createImageData, type Canvas } from "canvas";
import { findGround, type ImageGround } from "./image-ground.ts";
import type { Images, Pixels, PixelSize } from "./paint/images.ts";
import type { NeededImage } from "./paint/paint-scene.ts";
import { freeCanvas } from "./paint/pixels.ts";

/**
 * An unavailable image, with the reason for the client: the rest of a sentence that begins with “The image
 * could not be fetched:”. Undefined if there is only a reason for the log.
 */
export interface Unavailable {
  readonly unavailable: string | undefined;
}

/** Where the pixels of a card's images come from. */
export interface ImageLoader {
  /** The size of a remote image in pixels. */
  readonly measure: (url: string) => Promise<PixelSize | Unavailable>;
  /** A whole image, scaled to a size in pixels. */
  readonly load: (source: ImageSource, size: PixelSize) => Promise<Pixels | Unavailable>;
}

/** A loader for cards without images: none is available. */
export const noImages: ImageLoader = {
  measure: () => Promise.resolve({ unavailable: undefined }),
  load: () => Promise.resolve({ unavailable: undefined }),
};

/** The images of a card, ready to be painted. */
export interface CardImages extends Images {
  readonly unavailable: readonly (Unavailable & { readonly source: ImageSource })[];
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
  const grounds = new Map<string, ImageGround | undefined>();
  const unavailable: CardImages["unavailable"][number][] = [];
  await Promise.all(
    [...byKey].map(async ([key, { source, size }]) => {
      const loaded = await loader.load(source, size);
      if ("unavailable" in loaded) unavailable.push({ ...loaded, source });
      else {
        canvases.set(key, toCanvas(loaded));
        grounds.set(key, findGround(loaded));
      }
    }),
  );
  return {
    remoteSize,
    pixels: (source, size) => canvases.get(keyOf({ source, size })),
    ground: (source, size) => grounds.get(keyOf({ source, size })),
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

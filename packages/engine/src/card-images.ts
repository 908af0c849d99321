import type { ImageSource } from "@placard/templates/scene";
import { createCanvas, createImageData, type Canvas } from "canvas";
import { findGround, type ImageGround } from "./image-ground.ts";
import { decodedSize, type Images, type Pixels, type PixelSize } from "./paint/images.ts";
import type { NeededImage } from "./paint/paint-scene.ts";
import { maxTrimScale } from "./paint/paint-tiles.ts";
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
    [...byKey].map(async ([key, { source, size, isTrimmed }]) => {
      const loaded = await loader.load(source, size);
      if ("unavailable" in loaded) {
        unavailable.push({ ...loaded, source });
        return;
      }
      const ground = findGround(loaded);
      grounds.set(key, ground);
      // An image whose margins are trimmed is painted larger.
      const { width, height } = (isTrimmed && ground?.subject) || whole;
      const scale = Math.min(maxTrimScale, 1 / Math.max(width, height));
      const larger = scale > 1 ? await loader.load(source, decodedSize(size, scale)) : loaded;
      canvases.set(key, toCanvas("unavailable" in larger ? loaded : larger));
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

const whole = { width: 1, height: 1 };

function keyOf({ source, size: { width, height } }: Pick<NeededImage, "source" | "size">): string {
  return JSON.stringify([source, width, height]);
}

function toCanvas({ width, height, rgba }: Pixels): Canvas {
  const canvas = createCanvas(width, height);
  const pixels = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  canvas.getContext("2d").putImageData(createImageData(pixels, width, height), 0, 0);
  return canvas;
}

import type { PixelSize, RenderedImage, RenderOptions, Unavailable } from "@placard/engine";
import type { TemplateDocument } from "@placard/templates";
import type { ImageSource } from "@placard/templates/scene";

/** A card for a quarantine process to render. */
export interface QuarantineTask {
  card: Omit<RenderOptions, "images" | "fonts" | "signal">;
  document: TemplateDocument;
  /** The sizes of the remote images, by URL. */
  sizes: ReadonlyMap<string, PixelSize | Unavailable>;
  /** The characters that the fonts have, as bits; undefined if that is not known. */
  coverage: Uint8Array | undefined;
}

/** Something that a card needs: the pixels of an image, or a font file. */
export type NeededFile = { source: ImageSource; size: PixelSize } | { font: string };

/** A message to a quarantine process: a card, or the response to its request with this ID. */
export type ToQuarantine = { task: QuarantineTask } | { id: number; file: unknown };

/** A message from a quarantine process: ready, requests a file, has rendered the card, or failed. */
export type FromQuarantine =
  | { isReady: true }
  | { id: number; needed: NeededFile }
  | { card: RenderedImage; fonts: number }
  | { error: string };

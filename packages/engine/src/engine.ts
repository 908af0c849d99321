import type { ElementBox, ImageFormat, Recipe, Warning } from "@placard/contracts";
import { StyleCache, type CompiledTemplate } from "@placard/templates";
import PQueue from "p-queue";
import { noImages, type ImageLoader } from "./card-images.ts";
import { createEncode } from "./encode/encode.ts";
import { FontLibrary, type FontLoader } from "./fonts/typefaces.ts";
import { CanvasPool } from "./paint/canvas-pool.ts";
import { Painter } from "./paint/paint-scene.ts";
import { renderImage } from "./render-image.ts";
import { startTimeSlice } from "./time-slice.ts";

export interface EngineOptions {
  /** Loads the images of cards. Default: no image is available. */
  readonly images?: ImageLoader;
  /** Loads the font files of templates and brands. Default: there are none. */
  readonly fonts?: FontLoader;
  /** Bytes of gradients, shadows and styles that are kept for other cards. Default: 32 MiB. */
  readonly cacheBytes?: number;
  /** Cards that are painted and encoded at a time; each takes some 30 MB at the largest size. Default: 4. */
  readonly concurrency?: number;
}

/** A card to render. `data` must be valid for the template. Default: a PNG of 1200×630 px. */
export interface RenderOptions
  extends
    Pick<Recipe, "data" | "brand" | "locale" | "layout" | "focus" | "maxBytes" | "scale">,
    Partial<Pick<Recipe, "width" | "height" | "format" | "quality">> {
  /** Whether a watermark is painted over the card. */
  readonly isWatermarked?: boolean;
  /** Whether texts and logos that are covered or hard to see on the painted card cause warnings. */
  readonly checksContrast?: boolean;
  /** Loads the images of this card. Default: the engine's. */
  readonly images?: ImageLoader;
  /** Loads the font files of this card. Default: the engine's. */
  readonly fonts?: FontLoader;
  /** Called before another font is registered until the process exits. An exception ends the card. */
  readonly beforeFontRegistration?: () => void;
  /** Of the cards that wait to be painted, the one with the lowest turn is the next one. Default: 0. */
  readonly turn?: number;
  /** Whether the card takes long to paint: these are painted one at a time. */
  readonly isHeavy?: boolean;
  /** A card that is not being painted yet is given up when it aborts. */
  readonly signal?: AbortSignal;
}

export interface RenderedImage {
  readonly bytes: Buffer;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** With the format `auto`, the one that was chosen. */
  readonly format: ImageFormat;
  /** From 1 to 100; without meaning for formats without quality. */
  readonly quality: number;
  readonly warnings: Warning[];
  /** The boxes of the template's elements in pixels of the image. */
  readonly boxes: readonly ElementBox[];
  /** The duration of each stage, in ms. */
  readonly times: StageTimes;
  /** The time that its gradients, shadows and layers take on an idle machine, in ms. */
  readonly effectsMs: number;
}

/** The duration of each stage, in ms. */
export interface StageTimes {
  readonly layout: number;
  readonly paint: number;
  readonly encode: number;
}

/** Renders cards. It keeps fonts, measured texts, gradients and shadows for other cards. */
export interface Engine {
  /**
   * Renders a card. The same card and images give the same bytes; pixels are opaque. It is rendered without
   * the images that are unavailable, with a warning for each. Rejects with the errors of the loaders, the
   * signal's reason, and on programming errors.
   */
  render(template: CompiledTemplate, options: RenderOptions): Promise<RenderedImage>;
}

const defaultCacheBytes = 32 * 1024 * 1024;

/** Creates an engine. Engines share nothing but the fonts of the process (`fontRegistry`). */
export function createEngine({
  images = noImages,
  fonts = () => Promise.resolve(undefined),
  cacheBytes = defaultCacheBytes,
  concurrency = 4,
}: EngineOptions = {}): Engine {
  const timeSlice = startTimeSlice();
  const tools = {
    timeSlice,
    fonts: new FontLibrary(),
    styles: new StyleCache(cacheBytes / 4),
    painter: new Painter((cacheBytes / 4) * 3),
    canvases: new CanvasPool(),
    encode: createEncode(timeSlice),
    queue: new PQueue({ concurrency }),
    heavyQueue: new PQueue({ concurrency: 1 }),
  };
  const defaults = { width: 1200, height: 630, format: "png", quality: 90, images, fonts } as const;
  return { render: (template, options) => renderImage(tools, template, { ...defaults, ...options }) };
}

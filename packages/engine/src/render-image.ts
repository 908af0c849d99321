import type { ImageFormat, Recipe, Warning } from "@placard/contracts";
import { imageFormats } from "@placard/contracts/image-formats";
import { remoteImagesOf, withoutFields, type CompiledTemplate } from "@placard/templates";
import type { FontFace } from "@placard/templates/scene";
import {
  loadCardImages,
  noImages,
  type CardImages,
  type ImageLoader,
  type Unavailable,
} from "./card-images.ts";
import { encode } from "./encode/encode.ts";
import { encodeToFit, type Encoding } from "./encode/encode-to-fit.ts";
import { fontCoverage } from "./fonts/coverage.ts";
import { inlineFormatterFor } from "./inline/formatter.ts";
import { arrangeScene } from "./layout/arrange-scene.ts";
import type { PlacedElement } from "./layout/placed.ts";
import { textWarnings } from "./layout/text-warnings.ts";
import { withCanvasBuffer } from "./paint/canvas-pool.ts";
import type { PixelSize } from "./paint/images.ts";
import type { DisplayItem } from "./paint/commands.ts";
import { createDisplayList } from "./paint/display-list.ts";
import { imageWarnings } from "./paint/image-warnings.ts";
import { listImages, paintScene } from "./paint/paint-scene.ts";
import { paintWatermark } from "./paint/watermark.ts";
import { startTimeSlice } from "./paint/time-slice.ts";

/** An encoded image, and what the client should know about it. */
export interface EncodedImage {
  bytes: Buffer;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: ImageFormat;
  /** From 1 to 100; without meaning for formats without quality. */
  quality: number;
  warnings: Warning[];
  times: StageTimes;
  /** The layout, to look up where an element is. */
  root: PlacedElement;
}

/** The duration of each stage, in ms. */
export interface StageTimes {
  layout: number;
  paint: number;
  encode: number;
}

/** What an image is rendered from; its owner doesn't affect the pixels. */
export type RenderInput = Omit<Recipe, "owner" | "template">;

/** How a card is rendered. */
export interface RenderOptions {
  /** Default: no image is available. */
  images?: ImageLoader;
  /** Makes the font files of a template and its brand available. Default: there are none. */
  loadFonts?: (faces: readonly FontFace[]) => Promise<void>;
  /** Runs the rest of the work once the images have been fetched, when there is capacity. Default: immediately. */
  limit?: (work: () => Promise<EncodedImage>) => Promise<EncodedImage>;
  /** Whether a watermark is painted over the card. */
  isWatermarked?: boolean;
  /** Encodes the painted card in a format. */
  encodeCanvas?: typeof encode;
}

/** A layout that took longer, in ms, is followed by a yield to the event loop. */
const longLayoutMs = 20;

/**
 * Renders a recipe with its template: scene, layout, paint, encode. The same recipe and remote images give the same bytes;
 * pixels are opaque. A card is rendered as if it did not name the remote images that are unavailable, with a warning for
 * each. `recipe.data` must be valid for the template. Rejects on programming errors, and with the errors of the options.
 */
export async function renderImage(
  template: CompiledTemplate,
  recipe: RenderInput,
  {
    images: loader = noImages,
    loadFonts = () => Promise.resolve(),
    limit = (work) => work(),
    isWatermarked = false,
    encodeCanvas = encode,
  }: RenderOptions = {},
): Promise<EncodedImage> {
  const named = remoteImagesOf(template, recipe.data);
  const measured = await measureImages(
    named.map(({ value }) => value),
    loader,
  );
  const missing = new Map(
    named.flatMap(({ field, value }) => {
      const size = measured.get(value)!;
      return "unavailable" in size ? [[field, size.unavailable] as const] : [];
    }),
  );
  for (;;) {
    const card = await prepareCard(
      template,
      { ...recipe, data: withoutFields(recipe.data, new Set(missing.keys())) },
      measured,
      {
        loader,
        loadFonts,
      },
    );
    const failed = card.images.unavailable.flatMap(({ source, unavailable }) =>
      source.kind === "remote" && !missing.has(source.field) ? [[source.field, unavailable] as const] : [],
    );
    if (failed.length === 0) {
      const warnings = [...missing].map(([field, reason]) => unavailableWarning(field, reason));
      return limit(async () => {
        const encoded = await paintAndEncode(template, recipe, card, { isWatermarked, encodeCanvas });
        return { ...encoded, warnings: [...warnings, ...encoded.warnings] };
      }).finally(card.images.free);
    }
    card.images.free();
    for (const [field, reason] of failed) missing.set(field, reason);
  }
}

/** The sizes of remote images, by URL. */
export type MeasuredImages = ReadonlyMap<string, PixelSize | Unavailable>;

/** Measures the remote images at URLs, each once. */
export async function measureImages(
  urls: readonly string[],
  loader: Pick<ImageLoader, "measure">,
): Promise<MeasuredImages> {
  const measured = await Promise.all(
    [...new Set(urls)].map(async (url) => [url, await loader.measure(url)] as const),
  );
  return new Map(measured);
}

function unavailableWarning(field: string, reason: string | undefined): Warning {
  const failure = `The image could not be fetched${reason === undefined ? "" : `: ${reason}`}.`;
  return { code: "image_unavailable", field, message: `${failure} The card was rendered without it.` };
}

/** A card that only needs to be painted. */
interface PreparedCard {
  readonly root: PlacedElement;
  readonly items: readonly DisplayItem[];
  readonly images: CardImages;
  readonly layoutMs: number;
}

async function prepareCard(
  template: CompiledTemplate,
  { data, width, height, scale, brand, locale }: RenderInput,
  measured: MeasuredImages,
  { loader, loadFonts }: { loader: ImageLoader; loadFonts: NonNullable<RenderOptions["loadFonts"]> },
): Promise<PreparedCard> {
  const startedAt = performance.now();
  const scene = template.scene(data, { width, height, brand, locale });
  const sceneMs = performance.now() - startedAt;
  if (scene.fontFaces.length > 0) await loadFonts(scene.fontFaces);
  const arrangedAt = performance.now();
  const remoteSize = (url: string) => {
    const size = measured.get(url);
    return size && "unavailable" in size ? undefined : size;
  };
  const { root } = arrangeScene(scene, inlineFormatterFor(scene), { remoteImageSize: remoteSize });
  const items = createDisplayList(root, { remoteSize }, scale);
  const layoutMs = sceneMs + performance.now() - arrangedAt;
  const images = await loadCardImages(listImages(items), loader, remoteSize);
  return { root, items, images, layoutMs };
}

function paintAndEncode(
  template: CompiledTemplate,
  recipe: RenderInput,
  { root, items, images, layoutMs }: PreparedCard,
  { isWatermarked, encodeCanvas }: { isWatermarked: boolean; encodeCanvas: typeof encode },
): Promise<EncodedImage> {
  const startedAt = performance.now();
  const { data, brand, scale = 1 } = recipe;
  const [width, height] = [scale * recipe.width, scale * recipe.height];
  return withCanvasBuffer(width, height, async (buffer) => {
    const timeSlice = startTimeSlice();
    if (layoutMs > longLayoutMs) await timeSlice.yieldToEventLoop();
    await paintScene(buffer.context, items, { images, timeSlice, width, height });
    if (isWatermarked) paintWatermark(buffer.context, { width, height });
    const paintedAt = performance.now();
    const encoding = await encodeToFit((...as) => encodeCanvas(buffer, ...as), recipe);
    const encodedAt = performance.now();
    return {
      ...encoding,
      width,
      height,
      warnings: [
        ...textWarnings(template, data, root, fontCoverage()),
        ...imageWarnings(items, images, brand),
        ...budgetWarnings(encoding, recipe),
      ],
      times: { layout: layoutMs, paint: paintedAt - startedAt, encode: encodedAt - paintedAt },
      root,
    };
  });
}

function budgetWarnings({ bytes, format }: Encoding, { maxBytes = Infinity }: RenderInput): Warning[] {
  if (bytes.length <= maxBytes) return [];
  const sizes = `${bytes.length.toLocaleString("en")} bytes, more than ${maxBytes.toLocaleString("en")}`;
  const remedy = imageFormats[format].hasQuality
    ? "Raise `maxBytes`, or request a smaller card."
    : "Request `auto`, `jpeg` or `webp`, or raise `maxBytes`.";
  return [{ code: "over_budget", field: "options/maxBytes", message: `The image has ${sizes}. ${remedy}` }];
}

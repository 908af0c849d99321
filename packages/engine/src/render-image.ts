import type { Warning } from "@placard/contracts";
import { imageFormats } from "@placard/contracts/image-formats";
import {
  isDataUrl,
  remoteImagesOf,
  withoutFields,
  type CompiledTemplate,
  type DataString,
  type StyleCache,
} from "@placard/templates";
import type { ImageSource } from "@placard/templates/scene";
import type PQueue from "p-queue";
import { loadCardImages, type CardImages, type ImageLoader, type Unavailable } from "./card-images.ts";
import type { Encode } from "./encode/encode.ts";
import { encodeToFit, type Encoding } from "./encode/encode-to-fit.ts";
import type { RenderedImage, RenderOptions } from "./engine.ts";
import { fontRegistry } from "./fonts/font-registry.ts";
import { maxFontVariants, type FontLibrary, type Typefaces } from "./fonts/typefaces.ts";
import { synthesizeSmallCaps } from "./fonts/small-caps.ts";
import { inlineFormatterFor } from "./inline/formatter.ts";
import { arrangeScene } from "./layout/arrange-scene.ts";
import { elementBoxes } from "./layout/element-boxes.ts";
import type { PlacedElement } from "./layout/placed.ts";
import { textWarnings } from "./layout/text-warnings.ts";
import type { CanvasPool } from "./paint/canvas-pool.ts";
import type { DisplayItem } from "./paint/commands.ts";
import { createDisplayList } from "./paint/display-list.ts";
import { contrastWarnings } from "./paint/contrast-warnings.ts";
import { findCovered } from "./paint/covered.ts";
import { fieldOf, imageWarnings, omittedWarning } from "./paint/image-warnings.ts";
import type { PixelSize } from "./paint/images.ts";
import { heavyEffectWork, limitEffects, maxEffectWork } from "./paint/limit-effects.ts";
import { listImages, type Painter } from "./paint/paint-scene.ts";
import { withPixels } from "./paint/pixels.ts";
import type { TimeSlice } from "./time-slice.ts";
import { paintWatermark } from "./paint/watermark.ts";

export interface EngineTools {
  /** Shared by all cards. */
  readonly timeSlice: TimeSlice;
  readonly fonts: FontLibrary;
  readonly styles: StyleCache;
  readonly painter: Painter;
  readonly canvases: CanvasPool;
  readonly encode: Encode;
  /** Cards to paint and encode. */
  readonly queue: PQueue;
  /** Heavy cards, which then wait in `queue`. */
  readonly heavyQueue: PQueue;
}

type Card = RenderOptions &
  Required<Pick<RenderOptions, "width" | "height" | "format" | "quality" | "images" | "fonts">>;

interface PreparedCard {
  readonly root: PlacedElement;
  readonly items: readonly DisplayItem[];
  /** How many effects exceed the limit and are left out. */
  readonly omitted: number;
  readonly typefaces: Typefaces;
  /** ns. */
  readonly effectWork: number;
  readonly images: CardImages;
  /** The fields whose images are painted. */
  readonly shownFields: ReadonlySet<string>;
  readonly layoutMs: number;
}

/** Renders a card: scene, layout, paint, encode. Remote images may turn out unavailable after layout. */
export async function renderImage(
  tools: EngineTools,
  template: CompiledTemplate,
  card: Card,
): Promise<RenderedImage> {
  const named = remoteImagesOf(template, card.data);
  const sizes = await measureImages(named, card.images);
  const missing = new Map<string, string | undefined>();
  for (const { field, value } of named) {
    const size = sizes.get(value)!;
    if ("unavailable" in size) missing.set(field, size.unavailable);
  }
  for (;;) {
    const data = withoutFields(card.data, new Set(missing.keys()));
    const prepared = await prepareCard(tools, template, { ...card, data }, sizes);
    const before = missing.size;
    for (const { source, unavailable } of prepared.images.unavailable)
      if (source.kind === "remote") missing.set(source.field, unavailable);
    if (missing.size === before) {
      const warnings = [
        ...[...missing].map(([field, reason]) => unavailableWarning(field, reason)),
        ...prepared.images.unavailable
          .filter(({ source, unavailable }) => unavailable !== undefined && isEmbedded(source))
          .slice(0, 1)
          .map(({ unavailable = "" }) => embeddedWarning(unavailable)),
        ...named
          .filter(({ field }) => !missing.has(field) && !prepared.shownFields.has(field))
          .map(({ field }) => omittedWarning(field)),
      ];
      const paint = () => paintAndEncode(tools, template, card, prepared, warnings);
      const options = { priority: -(card.turn ?? 0), ...(card.signal && { signal: card.signal }) };
      const painted =
        card.isHeavy || prepared.effectWork > heavyEffectWork
          ? tools.heavyQueue.add(() => tools.queue.add(paint, options), options)
          : tools.queue.add(paint, options);
      return painted.finally(prepared.images.free);
    }
    prepared.images.free();
  }
}

/** The sizes of remote images, by URL. */
type MeasuredImages = ReadonlyMap<string, PixelSize | Unavailable>;

async function measureImages(named: readonly DataString[], loader: ImageLoader): Promise<MeasuredImages> {
  const urls = new Set(named.map(({ value }) => value));
  return new Map(await Promise.all([...urls].map(async (url) => [url, await loader.measure(url)] as const)));
}

function unavailableWarning(field: string, reason: string | undefined): Warning {
  const failure = `The image could not be fetched${reason === undefined ? "" : `: ${reason}`}.`;
  return { code: "image_unavailable", field, message: `${failure} The card was rendered without it.` };
}

/** Whether an image stands in the HTML: its file is not checked before. */
function isEmbedded(source: ImageSource): boolean {
  if (source.kind === "svg") return "markup" in source.svg;
  return source.kind === "asset" && isDataUrl(source.id);
}

function embeddedWarning(reason: string): Warning {
  const failure = `An SVG or data URL of the template can't be drawn: ${reason.replace(/\.$/u, "")}`;
  const message = `${failure}. The card was rendered without it.`;
  return { code: "image_unavailable", field: "template", message };
}

/** Lays out a card, and loads its fonts and images. */
export async function prepareCard(
  { fonts, styles, timeSlice }: Pick<EngineTools, "fonts" | "timeSlice"> & Partial<EngineTools>,
  template: CompiledTemplate,
  card: Card,
  sizes: MeasuredImages,
): Promise<PreparedCard> {
  if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
  const startedAt = performance.now();
  const remoteSize = (url: string) => {
    const size = sizes.get(url);
    return size && "unavailable" in size ? undefined : size;
  };
  const styled = template.scene(card.data, { ...card, styles, imageSize: remoteSize });
  const sceneMs = performance.now() - startedAt;
  if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
  await fonts.load(styled.fontFaces, card.fonts);
  const arrangedAt = performance.now();
  const typefaces = fonts.typefacesOf(styled.fontFaces, card.beforeFontRegistration);
  const scene = synthesizeSmallCaps(styled, typefaces);
  const createFormatter = inlineFormatterFor(scene, typefaces);
  const { root } = await arrangeScene(scene, createFormatter, { remoteImageSize: remoteSize, timeSlice });
  const { scale = 1 } = card;
  const size = { width: scale * card.width, height: scale * card.height };
  const { items, omitted, work } = limitEffects(createDisplayList(root, { remoteSize }, scale), size);
  const layoutMs = sceneMs + performance.now() - arrangedAt;
  const needed = listImages(items);
  const shown = needed.flatMap(({ source }) => (source.kind === "remote" ? [source.field] : []));
  const images = await loadCardImages(needed, card.images, remoteSize);
  return {
    root,
    items,
    omitted,
    typefaces,
    effectWork: work,
    images,
    shownFields: new Set(shown),
    layoutMs,
  };
}

function paintAndEncode(
  { canvases, painter, encode, timeSlice }: EngineTools,
  template: CompiledTemplate,
  card: Card,
  { root, items, omitted, typefaces, effectWork, images, layoutMs }: PreparedCard,
  warnings: readonly Warning[],
): Promise<RenderedImage> {
  const startedAt = performance.now();
  const { data, brand, scale = 1 } = card;
  const [width, height] = [scale * card.width, scale * card.height];
  return canvases.use(width, height, async (context) => {
    const { canvas } = context;
    await painter.paint(context, items, { images, timeSlice, width, height });
    const brandWarnings = template.brandWarnings(brand);
    const contrast = card.checksContrast
      ? await withPixels(canvas, async (bgra) => {
          const palette = template.palette(data, brand);
          const pixels = { bgra, width, height, timeSlice };
          const isLogo = (source: ImageSource) => fieldOf(source, brand)?.startsWith("brand/logo/") ?? false;
          const covered = await findCovered(items, pixels, isLogo, (rest) =>
            canvases.use(width, height, async (again) => {
              await painter.paint(again, rest, { images, timeSlice, width, height });
              return again.canvas.toBuffer("raw");
            }),
          );
          return contrastWarnings({ ...pixels, items, images, brand, palette, covered, brandWarnings });
        })
      : brandWarnings;
    if (card.isWatermarked) paintWatermark(context, { width, height });
    const paintedAt = performance.now();
    const encoding = await encodeToFit(encode, canvas, card);
    const encodedAt = performance.now();
    return {
      ...encoding,
      width,
      height,
      warnings: [
        ...warnings,
        ...textWarnings(template, data, root, fontRegistry.coverage),
        ...imageWarnings(root.node, items, images, brand),
        ...budgetWarnings(encoding, card),
        ...effectWarnings(omitted),
        ...fontWarnings(typefaces),
        ...contrast,
      ],
      get boxes() {
        return elementBoxes(root, scale);
      },
      effectsMs: effectWork / 1_000_000,
      times: { layout: layoutMs, paint: paintedAt - startedAt, encode: encodedAt - paintedAt },
    };
  });
}

function effectWarnings(omitted: number): Warning[] {
  if (omitted === 0) return [];
  const limit = maxEffectWork.toLocaleString("en");
  const message = `${omitted} gradients, shadows or layers were left out: together, they take more than ${limit} steps. Use fewer or smaller ones, or request a smaller card.`;
  return [{ code: "effects_omitted", field: "options/width", message }];
}

function fontWarnings({ omittedCount, missingAxes }: Typefaces): Warning[] {
  const omitted = omittedCount();
  const variants = `${omitted} variants of fonts were left out: a card has at most ${maxFontVariants}. Use the same weights, sizes and OpenType features in more texts.`;
  const axes = [...missingAxes()].map((missing) => `${missing}. Use another font, or remove the axis.`);
  const messages = omitted > 0 ? [variants, ...axes] : axes;
  return messages.map((message) => ({ code: "features_omitted", field: "options/layout", message }));
}

function budgetWarnings({ bytes, format }: Encoding, { maxBytes = Infinity }: RenderOptions): Warning[] {
  if (bytes.length <= maxBytes) return [];
  const sizes = `${bytes.length.toLocaleString("en")} bytes, more than ${maxBytes.toLocaleString("en")}`;
  const remedy = imageFormats[format].hasQuality
    ? "Raise `maxBytes`, or request a smaller card."
    : "Request `auto`, `jpeg` or `webp`, or raise `maxBytes`.";
  return [{ code: "over_budget", field: "options/maxBytes", message: `The image has ${sizes}. ${remedy}` }];
}

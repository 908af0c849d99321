import type { Recipe, Warning } from "@placard/contracts";
import { remoteImagesOf, withoutFields, type Canvas, type Scene, type Template } from "@placard/templates";
import { encode } from "./encode/encode.ts";
import { fontCoverage } from "./fonts/coverage.ts";
import { registerFonts } from "./fonts/register-fonts.ts";
import { arrangeScene } from "./layout/arrange-scene.ts";
import type { PlacedNode } from "./layout/layout.ts";
import { textWarnings } from "./layout/text-warnings.ts";
import { paintBackground } from "./paint/background.ts";
import { withCanvasBuffer } from "./paint/canvas-pool.ts";
import { paintNodes } from "./paint/paint-nodes.ts";
import { startTimeSlice } from "./paint/time-slice.ts";
import type { RemoteImage } from "./remote-images/remote-images.ts";

/** An encoded image, and what the client should know about it. */
export interface EncodedImage {
  bytes: Buffer;
  warnings: Warning[];
  times: StageTimes;
}

/** The duration of each stage, in ms. */
export interface StageTimes {
  layout: number;
  paint: number;
  encode: number;
}

/** What an image is rendered from; its owner doesn't affect the pixels. */
export type RenderInput = Omit<Recipe, "owner" | "template">;

/** Fetches a remote image, cropped to a size in pixels; resolves with undefined if it is unavailable. */
export type FetchRemoteImage = (url: string, size: Canvas) => Promise<RemoteImage | undefined>;

interface Options {
  /** Default: no remote image is available. */
  fetchRemoteImage?: FetchRemoteImage;
  /** The message of the warning for a remote image that is unavailable. */
  unavailableMessage?: string;
  /** Runs the rest of the work once the remote images have been fetched, when there is capacity. Default: immediately. */
  limit?: (work: () => Promise<EncodedImage>) => Promise<EncodedImage>;
}

/** A layout that took longer, in ms, is followed by a yield to the event loop. */
const longLayoutMs = 20;

/**
 * Renders a recipe with its template: layout, paint, encode. The same recipe and remote images give the same bytes; pixels
 * are opaque. A card is rendered as if it did not name the remote images that are unavailable, with a warning for each.
 * `recipe.data` must be valid for the template. Rejects on programming errors, and with the errors of `limit`.
 */
export async function renderImage(
  template: Template,
  recipe: RenderInput,
  {
    fetchRemoteImage = () => Promise.resolve(undefined),
    unavailableMessage = "The image could not be fetched; the card was rendered without it.",
    limit = (work) => work(),
  }: Options = {},
): Promise<EncodedImage> {
  registerFonts();
  const arranged = arrange(template, recipe);
  const named = remoteImagesOf(template, recipe.data);
  if (named.length === 0) return paintAndEncode(template, recipe, arranged, new Map());
  const images = await Promise.all(
    named.map(async ({ field, value: url }) => {
      return { field, image: await fetchRemoteImage(url, imageSize(arranged, field)) };
    }),
  );
  const available = new Map(images.flatMap(({ field, image }) => (image ? [[field, image]] : [])));
  const missing = named.map(({ field }) => field).filter((field) => !available.has(field));
  return limit(async () => {
    if (missing.length === 0) return paintAndEncode(template, recipe, arranged, available);
    const reduced = { ...recipe, data: withoutFields(recipe.data, new Set(missing)) };
    const encoded = await paintAndEncode(template, reduced, arrange(template, reduced), available);
    const unavailable = missing.map((field): Warning => {
      return { code: "image_unavailable", field, message: unavailableMessage };
    });
    return { ...encoded, warnings: [...unavailable, ...encoded.warnings] };
  });
}

/** A scene and the areas of its nodes. */
interface Arranged {
  scene: Scene;
  nodes: readonly PlacedNode[];
  layoutMs: number;
}

function arrange(template: Template, { data, width, height }: RenderInput): Arranged {
  const startedAt = performance.now();
  const scene = template.scene(data, { width, height });
  const nodes = arrangeScene(scene, { width, height });
  return { scene, nodes, layoutMs: performance.now() - startedAt };
}

/** One pixel if the card has no room for the image: it is still fetched, so that the warning does not depend on the size. */
function imageSize({ nodes }: Arranged, field: string): Canvas {
  const area = nodes.find(({ node }) => node.kind === "image" && node.field === field);
  return { width: area?.width ?? 1, height: area?.height ?? 1 };
}

function paintAndEncode(
  template: Template,
  recipe: RenderInput,
  { scene, nodes, layoutMs }: Arranged,
  remoteImages: ReadonlyMap<string, RemoteImage>,
): Promise<EncodedImage> {
  const { width, height, format, quality } = recipe;
  const startedAt = performance.now();
  return withCanvasBuffer(width, height, async (buffer) => {
    const timeSlice = startTimeSlice();
    if (layoutMs > longLayoutMs) await timeSlice.yieldToEventLoop();
    buffer.context.save();
    paintBackground(buffer.context, scene, { width, height });
    await paintNodes(buffer.context, nodes, { direction: scene.direction, remoteImages, timeSlice });
    buffer.context.restore();
    const paintedAt = performance.now();
    const bytes = await encode(buffer, format, quality);
    const encodedAt = performance.now();
    return {
      bytes,
      warnings: textWarnings(template, recipe.data, nodes, fontCoverage()),
      times: { layout: layoutMs, paint: paintedAt - startedAt, encode: encodedAt - paintedAt },
    };
  });
}

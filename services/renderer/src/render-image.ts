import { pictureField, type Recipe, type Warning } from "@placard/contracts";
import { templates, type Canvas, type Scene } from "@placard/templates";
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

/** Fetches the remote image of a card, cropped to a size in pixels; resolves with undefined if it is unavailable. */
export type FetchRemoteImage = (size: Canvas) => Promise<RemoteImage | undefined>;

interface Options {
  /** Default: no remote image is available. */
  fetchRemoteImage?: FetchRemoteImage;
  /** Runs the rest of the work once a remote image has been fetched, when there is capacity. Default: at once. */
  limit?: (work: () => Promise<EncodedImage>) => Promise<EncodedImage>;
}

/** A layout that took longer, in ms, is followed by a yield to the event loop. */
const longLayoutMs = 20;

/**
 * Renders a recipe: layout, paint, encode. The same recipe and remote image give the same bytes; pixels are opaque. If
 * the remote image is unavailable, the card is rendered without it, with a warning. `recipe.data` must be valid for the
 * template. Rejects on programming errors and with the errors of `limit`.
 */
export async function renderImage(
  recipe: Recipe,
  { fetchRemoteImage = () => Promise.resolve(undefined), limit = (work) => work() }: Options = {},
): Promise<EncodedImage> {
  registerFonts();
  const { [pictureField]: url, ...otherData } = recipe.data;
  const arranged = arrangeRecipe(recipe);
  if (url === undefined) return paintAndEncode(recipe, arranged, []);
  const remoteImage = await fetchRemoteImage(remoteImageSize(arranged));
  return limit(() => {
    if (remoteImage) return paintAndEncode(recipe, arranged, [], remoteImage);
    const withoutImage = { ...recipe, data: otherData };
    return paintAndEncode(withoutImage, arrangeRecipe(withoutImage), [imageUnavailable()]);
  });
}

/** A recipe's scene and the areas of its nodes. */
interface Arranged {
  scene: Scene;
  nodes: readonly PlacedNode[];
  layoutMs: number;
}

function arrangeRecipe({ template, data, width, height }: Recipe): Arranged {
  const startedAt = performance.now();
  const scene = templates[template].scene(data, { width, height });
  const nodes = arrangeScene(scene, { width, height });
  return { scene, nodes, layoutMs: performance.now() - startedAt };
}

/**
 * The size of the remote image; one pixel if the card has no room for it. It is still fetched then, so that the warning
 * does not depend on the card's size.
 */
function remoteImageSize({ nodes }: Arranged): Canvas {
  const area = nodes.find(({ node }) => node.kind === "image");
  return { width: area?.width ?? 1, height: area?.height ?? 1 };
}

function paintAndEncode(
  recipe: Recipe,
  { scene, nodes, layoutMs }: Arranged,
  warnings: readonly Warning[],
  remoteImage?: RemoteImage,
): Promise<EncodedImage> {
  const { width, height, format, quality } = recipe;
  const startedAt = performance.now();
  return withCanvasBuffer(width, height, async (buffer) => {
    const timeSlice = startTimeSlice();
    if (layoutMs > longLayoutMs) await timeSlice.yieldToEventLoop();
    buffer.context.save();
    paintBackground(buffer.context, scene, { width, height });
    await paintNodes(buffer.context, nodes, { direction: scene.direction, remoteImage, timeSlice });
    buffer.context.restore();
    const paintedAt = performance.now();
    const bytes = await encode(buffer, format, quality);
    const encodedAt = performance.now();
    return {
      bytes,
      warnings: [
        ...warnings,
        ...textWarnings(templates[recipe.template], recipe.data, nodes, fontCoverage()),
      ],
      times: { layout: layoutMs, paint: paintedAt - startedAt, encode: encodedAt - paintedAt },
    };
  });
}

function imageUnavailable(): Warning {
  return {
    code: "image_unavailable",
    field: pictureField,
    message: "The image could not be fetched; the card was rendered without it.",
  };
}

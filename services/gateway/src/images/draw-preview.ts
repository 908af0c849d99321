import {
  AppError,
  imageKey,
  previewQueue,
  randomImageId,
  type RenderRequest,
  type RenderSuccess,
} from "@placard/contracts";
import type { Platform } from "../platform.ts";
import type { ImageRequests } from "./image-requests.ts";
import type { EnqueueOptions } from "./render-jobs.ts";

/** Renders a card without keeping it, unless the signal aborts. Rejects with the errors of `requestImage`. */
export type DrawPreview = (
  request: Pick<RenderRequest, "recipe" | "document" | "requestId" | "isWatermarked">,
  options?: Pick<EnqueueOptions, "chargePrice" | "signal">,
) => Promise<RenderSuccess & { bytes: Buffer }>;

/** How long a preview is kept at most, in ms: the request reads it immediately. */
const previewTtlMs = 60_000;

/** Creates the function that renders previews. Renderers return the bytes by way of the storage. */
export function createDrawPreview(
  { store, logger, now }: Pick<Platform, "store" | "logger" | "now">,
  { requestImage }: Pick<ImageRequests, "requestImage">,
): DrawPreview {
  return async (preview, options) => {
    const { recipe, requestId } = preview;
    const id = randomImageId(recipe.owner);
    const expiresAt = now() + previewTtlMs;
    const request = { ...preview, id, queue: previewQueue, isPreview: true, expiresAt } as const;
    const { result } = await requestImage(request, options).catch(describeTimeout);
    const key = imageKey(id, recipe.format);
    const stored = await store.get(key);
    if (!stored) throw new AppError("unavailable", { cause: new Error(`preview ${id} is not stored`) });
    // If this fails, the sweep deletes it.
    store.delete(key).catch((error: unknown) => {
      logger.warn({ requestId, imageId: id, err: error }, "preview deletion failed");
    });
    return { ...result, bytes: stored.bytes };
  };
}

/**
 * The default message says that a timed-out render can still be requested, but a preview is never found
 * again.
 */
function describeTimeout(error: unknown): never {
  if (error instanceof AppError && error.code === "render_timeout")
    throw new AppError("render_timeout", {
      message:
        "Rendering the preview timed out: the renderers are busy, or a remote image is slow. Try again.",
      cause: error,
    });
  throw error;
}

import {
  AppError,
  imageKey,
  previewQueue,
  randomImageId,
  type ElementBox,
  type ImageMetadata,
} from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import type { ImageRequest, ImageRequests } from "./image-requests.ts";

/** A card that has not been stored as an image. */
export interface Preview {
  image: ImageMetadata;
  bytes: Buffer;
  boxes: readonly ElementBox[];
}

/** Renders a card without keeping it. Rejects with the errors of `requestImage`. */
export type DrawPreview = (
  request: Pick<ImageRequest, "recipe" | "document" | "requestId" | "isWatermarked">,
) => Promise<Preview>;

/** How long a preview is kept at most, in ms: the request reads it immediately. */
const previewTtlMs = 60_000;

interface Deps {
  requests: Pick<ImageRequests, "requestImage">;
  store: Pick<ImageStore, "get" | "delete">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** Creates the function that renders previews. Renderers return the bytes by way of the storage. */
export function createDrawPreview({ requests, store, logger, now }: Deps): DrawPreview {
  return async (request) => {
    const id = randomImageId(request.recipe.owner);
    const expiresAt = now() + previewTtlMs;
    const { image, boxes = [] } = await requests
      .requestImage({ ...request, id, queue: previewQueue, expiresAt })
      .catch(describeTimeout);
    const key = imageKey(id, request.recipe.format);
    const stored = await store.get(key);
    if (!stored) throw new AppError("unavailable", { cause: new Error(`preview ${id} is not stored`) });
    // If this fails, the sweep deletes it.
    store.delete(key).catch((error: unknown) => {
      logger.warn({ requestId: request.requestId, imageId: id, err: error }, "preview deletion failed");
    });
    return { image, bytes: stored.bytes, boxes };
  };
}

/** The default message says that a timed-out render can still be requested, but a preview is never found again. */
function describeTimeout(error: unknown): never {
  if (error instanceof AppError && error.code === "render_timeout")
    throw new AppError("render_timeout", {
      message:
        "Rendering the preview timed out: the renderers are busy, or a remote image is slow. Try again.",
      cause: error,
    });
  throw error;
}

import { AppError, imageKey, recipeKey, type ImageFormat, type Recipe } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { ImageStore, ObjectMeta } from "@placard/storage";
import type { RenderRecords } from "./render-records.ts";
import type { Renders } from "./renders.ts";

interface Deps {
  store: Pick<ImageStore, "get" | "head">;
  records: Pick<RenderRecords, "find" | "forget">;
  requestImage: Renders["requestImage"];
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The image behind a link; no bytes where only its head was asked for. */
export interface StoredImage {
  meta: ObjectMeta;
  bytes?: Buffer;
}

/** How it was had: `hit`: stored and good; `redrawn`; `stale`: out of date, as it could not be drawn anew. */
export type LinkSource = "hit" | "redrawn" | "stale";

/** Which image, and for whom. */
export interface ImageLink {
  /** Image id. */
  id: string;
  format: ImageFormat;
  requestId: string;
  /** Whether the bytes are wanted too. */
  withBytes: boolean;
}

/**
 * The images behind links given out. Bytes that are stored and good are served with no other part's help; bytes that
 * are gone or stale are drawn again from their recipe.
 */
export function createStoredImages({ store, records, requestImage, logger, now }: Deps) {
  async function read({ id, format, withBytes }: ImageLink): Promise<StoredImage | undefined> {
    const key = imageKey(id, format);
    if (withBytes) return store.get(key);
    const meta = await store.head(key);
    return meta && { meta };
  }

  async function readRecipe(id: string): Promise<Recipe | undefined> {
    const stored = await store.get(recipeKey(id));
    return stored && isGood(stored) ? (JSON.parse(stored.bytes.toString()) as Recipe) : undefined;
  }

  async function redraw(link: ImageLink, recipe: Recipe): Promise<StoredImage> {
    const record = await records.find(link.id);
    if (record) {
      const drawnMeanwhile = await read(link);
      if (drawnMeanwhile && isGood(drawnMeanwhile)) return drawnMeanwhile;
      await records.forget(link.id, record.ticket); // it was announced, but its bytes are gone
    }
    await requestImage({ id: link.id, recipe, requestId: link.requestId });
    const drawn = await read(link);
    if (!drawn)
      throw new AppError("unavailable", { cause: new Error(`${link.id} was announced but is not stored`) });
    return drawn;
  }

  /** Bytes and recipe are gone (storage was emptied, or is another one): generate must not give this link out again. */
  async function forgetLost({ id, requestId }: ImageLink): Promise<void> {
    try {
      const record = await records.find(id);
      if (record) await records.forget(id, record.ticket);
    } catch (error) {
      logger.warn({ requestId, imageId: id, err: error }, "lost image not forgotten");
    }
  }

  function isGood({ meta }: { meta: ObjectMeta }): boolean {
    return meta.expiresAt > now();
  }

  return {
    /**
     * The image behind a link, drawn again if need be; undefined where no such link was given out. Stale bytes stand in
     * where it can't be drawn now. AppError of the render codes, StorageUnavailableError.
     */
    async find(link: ImageLink): Promise<(StoredImage & { cache: LinkSource }) | undefined> {
      const stored = await read(link);
      if (stored && isGood(stored)) return { ...stored, cache: "hit" };
      try {
        const recipe = await readRecipe(link.id);
        if (recipe?.format === link.format) return { ...(await redraw(link, recipe)), cache: "redrawn" };
        if (!recipe) await forgetLost(link);
        return undefined;
      } catch (error) {
        if (!stored) throw error;
        logger.warn({ requestId: link.requestId, imageId: link.id, err: error }, "stale image served");
        return { ...stored, cache: "stale" };
      }
    },
  };
}
export type StoredImages = ReturnType<typeof createStoredImages>;

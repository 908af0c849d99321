import {
  AppError,
  imageFormats,
  imageKey,
  recipeKey,
  type ImageFormat,
  type Recipe,
} from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { ImageStore, ObjectMeta } from "@placard/storage";
import type { RenderRecords } from "./render-records.ts";
import type { Renders } from "./renders.ts";

interface Deps {
  store: Pick<ImageStore, "get" | "head" | "delete">;
  records: Pick<RenderRecords, "find" | "forget" | "forgetAll">;
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

/** A stored image, and how it was had. */
export interface FoundImage extends StoredImage {
  source: LinkSource;
  /** Whether it was this request whose job drew it. */
  drawnForThis?: boolean;
}

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

  async function redraw(link: ImageLink, recipe: Recipe): Promise<FoundImage> {
    const record = await records.find(link.id);
    if (record) {
      const drawnMeanwhile = await read(link);
      if (drawnMeanwhile && isGood(drawnMeanwhile)) return { ...drawnMeanwhile, source: "redrawn" };
      await records.forget(link.id, record.ticket); // it was announced, but its bytes are gone
    }
    const { cache } = await requestImage({ id: link.id, recipe, requestId: link.requestId });
    const drawn = await read(link);
    if (!drawn)
      throw new AppError("unavailable", { cause: new Error(`${link.id} was announced but is not stored`) });
    return { ...drawn, source: "redrawn", drawnForThis: cache === "miss" };
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

  /** The stored image if it is good, else what `draw` gives; a stale one stands in where that fails. */
  async function goodOrStale(
    link: ImageLink,
    draw: () => Promise<FoundImage | undefined>,
  ): Promise<FoundImage | undefined> {
    const stored = await read(link);
    if (stored && isGood(stored)) return { ...stored, source: "hit" };
    try {
      return await draw();
    } catch (error) {
      if (!stored) throw error;
      logger.warn({ requestId: link.requestId, imageId: link.id, err: error }, "stale image served");
      return { ...stored, source: "stale" };
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
    async find(link: ImageLink): Promise<FoundImage | undefined> {
      return goodOrStale(link, async () => {
        const recipe = await readRecipe(link.id);
        if (recipe?.format === link.format) return redraw(link, recipe);
        if (!recipe) await forgetLost(link);
        return undefined;
      });
    },

    /** The image of a recipe that is at hand, drawn if need be. Otherwise as `find`. */
    async obtain(link: ImageLink, recipe: Recipe): Promise<FoundImage> {
      const obtained = await goodOrStale(link, () => redraw(link, recipe));
      return obtained!; // `redraw` gives one or throws
    },

    /**
     * Removes an image: what it is drawn from first, so that its link can't bring it back, then its bytes, then what Redis
     * knows, so that a crash in between leaves something to be found and removed by a repeat. False where there was
     * nothing; of several at once each may be told that there was something.
     *
     * A draw that is under way goes on and ends as if it had been asked for after the removal: whoever waits for it gets
     * its link, and the image is there to be removed again. Its recipe may be gone, though, if the renderer had stored it
     * before: that link then lasts as long as the bytes. Copies in browsers and other caches are out of reach.
     */
    async remove(id: string): Promise<boolean> {
      const keys = [recipeKey(id), ...imageFormats.map((format) => imageKey(id, format))];
      const found = await Promise.all(keys.map((key) => store.head(key)));
      await store.delete(recipeKey(id));
      await Promise.all(keys.map((key) => store.delete(key)));
      const known = await records.forgetAll(id);
      return known || found.some((meta) => meta !== undefined);
    },
  };
}
export type StoredImages = ReturnType<typeof createStoredImages>;

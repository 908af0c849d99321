import {
  AppError,
  imageFormatNames,
  imageKey,
  recipeKey,
  validateRecipe,
  type ImageFormat,
  type Recipe,
} from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { ImageStore, ObjectMeta } from "@placard/storage";
import type { TemplateCatalog } from "@placard/templates";
import { queueOf } from "./generate.ts";
import type { ImageRequests } from "./image-requests.ts";
import type { RenderResults } from "./render-results.ts";

interface Deps {
  store: Pick<ImageStore, "get" | "head" | "delete">;
  results: Pick<RenderResults, "find" | "evict" | "delete">;
  catalog: Pick<TemplateCatalog, "findForRecipe">;
  requestImage: ImageRequests["requestImage"];
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The image behind a link; without bytes if only its metadata was requested. */
export interface StoredImage {
  meta: ObjectMeta;
  bytes?: Buffer;
}

/** `hit`: stored and fresh; `rerendered`: rendered for this request; `stale`: expired, because it can't be rendered now. */
export type LinkSource = "hit" | "rerendered" | "stale";

/** A stored image, and where it came from. */
export interface ServedImage extends StoredImage {
  source: LinkSource;
  /** Whether this request caused the render. */
  isMiss: boolean;
}

/** An image that a link requests. */
export interface LinkRequest {
  /** Image id. */
  id: string;
  format: ImageFormat;
  requestId: string;
  /** Whether the bytes are needed as well. */
  withBytes: boolean;
}

/**
 * The images behind links. Bytes that are stored and fresh are served without any other service; bytes that are missing
 * or expired are rendered again from the recipe.
 */
export function createStoredImages({ store, results, catalog, requestImage, logger, now }: Deps) {
  async function read({ id, format, withBytes }: LinkRequest): Promise<StoredImage | undefined> {
    const key = imageKey(id, format);
    if (withBytes) return store.get(key);
    const meta = await store.head(key);
    return meta && { meta };
  }

  /** The stored recipe of an image; undefined if there is none, or only an expired or unreadable one. */
  async function readRecipe(id: string, requestId: string): Promise<Recipe | undefined> {
    const stored = await store.get(recipeKey(id));
    if (!stored || !isFresh(stored)) return undefined;
    const checked = validateRecipe(parseJson(stored.bytes));
    if (checked.ok) return checked.value;
    logger.warn(
      { requestId, imageId: id, errors: checked.errors.slice(0, 5) },
      "stored recipe is not readable",
    );
    return undefined;
  }

  async function render(link: LinkRequest, recipe: Recipe): Promise<ServedImage> {
    const existing = await results.find(link.id);
    if (existing && "image" in existing) {
      const stored = await read(link);
      if (stored && isFresh(stored)) return { ...stored, source: "rerendered", isMiss: false };
      await results.evict(link.id, existing.flightId); // it was published, but its bytes are gone
    }
    const template = await catalog.findForRecipe(recipe);
    if (!template) {
      logger.warn(
        { requestId: link.requestId, imageId: link.id, template: recipe.template },
        "template is gone",
      );
      throw new AppError("gone");
    }
    const { id, requestId } = link;
    const { cache } = await requestImage({ id, recipe, requestId, queue: queueOf(template, recipe.data) });
    const rendered = await read(link);
    if (!rendered)
      throw new AppError("unavailable", { cause: new Error(`${id} was published but is not stored`) });
    return { ...rendered, source: "rerendered", isMiss: cache === "miss" };
  }

  /** Bytes and recipe are gone (storage was emptied or replaced): a generate request must not return this link again. */
  async function evictLost({ id, requestId }: LinkRequest): Promise<void> {
    try {
      const result = await results.find(id);
      if (result && "image" in result) await results.evict(id, result.flightId);
    } catch (error) {
      logger.warn({ requestId, imageId: id, err: error }, "lost image not evicted");
    }
  }

  /** The stored image if it is fresh, otherwise what `renderAgain` gives; an expired image is the fallback. */
  async function freshOrStale(
    link: LinkRequest,
    renderAgain: () => Promise<ServedImage | undefined>,
  ): Promise<ServedImage | undefined> {
    const stored = await read(link);
    if (stored && isFresh(stored)) return { ...stored, source: "hit", isMiss: false };
    try {
      return await renderAgain();
    } catch (error) {
      if (!stored) throw error;
      logger.warn({ requestId: link.requestId, imageId: link.id, err: error }, "stale image served");
      return { ...stored, source: "stale", isMiss: false };
    }
  }

  function isFresh({ meta }: { meta: ObjectMeta }): boolean {
    return meta.expiresAt > now();
  }

  /** Whether an account owns an image, as far as anything that is stored tells. */
  async function isOwner(id: string, owner: string): Promise<boolean> {
    const metas = await Promise.all([recipeKey(id), ...imageKeys(id)].map((key) => store.head(key)));
    const owners = metas.flatMap((meta) => meta?.userMetadata["owner"] ?? []);
    const result = owners.length === 0 ? await results.find(id) : undefined;
    return [...owners, ...(result ? [result.owner] : [])].includes(owner);
  }

  return {
    /**
     * The image behind a link, rendered again if necessary; undefined if there is no such link. Expired bytes are the
     * fallback while it can't be rendered. AppError `gone` and of the render codes, StorageUnavailableError.
     */
    async find(link: LinkRequest): Promise<ServedImage | undefined> {
      return freshOrStale(link, async () => {
        const recipe = await readRecipe(link.id, link.requestId);
        if (recipe?.format === link.format) return render(link, recipe);
        if (!recipe) await evictLost(link);
        return undefined;
      });
    },

    /** The image of a given recipe, rendered if necessary. `beforeRender` may refuse the render. Otherwise as `find`. */
    async obtain(link: LinkRequest, recipe: Recipe, beforeRender: () => Promise<void>): Promise<ServedImage> {
      const image = await freshOrStale(link, async () => {
        await beforeRender();
        return render(link, recipe);
      });
      return image!; // `render` gives an image or throws
    },

    /**
     * Deletes an account's image: its recipe first, so that its link can't bring it back, then its bytes, then its result
     * in Redis, so that a crash in between leaves something for a repeated call to find. False if the account has no such
     * image.
     *
     * A render that is under way continues and ends as if it had been requested after the deletion. Copies in browsers
     * and other caches are not deleted.
     */
    async delete(id: string, owner: string): Promise<boolean> {
      if (!(await isOwner(id, owner))) return false;
      await store.delete(recipeKey(id));
      await Promise.all(imageKeys(id).map((key) => store.delete(key)));
      await results.delete(id);
      return true;
    },
  };
}
export type StoredImages = ReturnType<typeof createStoredImages>;

function imageKeys(id: string): string[] {
  return imageFormatNames.map((format) => imageKey(id, format));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined; // reported by the validator
  }
}

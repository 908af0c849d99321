import type { RenderQuota } from "@placard/accounts";
import {
  AppError,
  imageKey,
  imagePrefix,
  outputFormatNames,
  recipeKey,
  parseStoredRecipe,
  type OutputFormat,
  type Recipe,
  type RenderRequest,
  type StoredRecipe,
} from "@placard/contracts";
import type { RenderResults } from "@placard/runtime";
import type { ObjectMeta } from "@placard/storage";
import type { TemplateCatalog, TemplateDescription } from "@placard/templates";
import type { Platform } from "../platform.ts";
import { chooseQueue, type Caller } from "./parse-generate-request.ts";
import type { ImageMemory } from "./image-memory.ts";
import type { ImageRequests } from "./image-requests.ts";
import type { EnqueueOptions } from "./render-jobs.ts";

/** What stored images need of the other parts of images. */
interface Parts {
  memory: ImageMemory;
  results: RenderResults;
  catalog: Pick<TemplateCatalog<TemplateDescription>, "findForRecipe">;
  requests: ImageRequests;
  quota: Pick<RenderQuota, "forget">;
}

export interface StoredImage {
  meta: ObjectMeta;
  bytes: Buffer;
}

/**
 * `hit`: fresh in storage; `rerendered`: rendered for this request; `stale`: expired, but it can't be
 * rendered now.
 */
export type LinkSource = "hit" | "rerendered" | "stale";

export interface ServedImage extends StoredImage {
  source: LinkSource;
  /** Whether this request caused the render. */
  isMiss: boolean;
}

/** What is known about the image of a link while it is being found. */
export interface LinkProgress {
  /** What the image is rendered from. Only the recipe of a valid link is known. */
  recipe?: Recipe;
  /** The stored image, if it has expired. */
  expired?: StoredImage;
}

/** The image of a public link. */
export interface LinkTarget extends Pick<RenderRequest, "id" | "requestId"> {
  format: OutputFormat;
  /** Is updated while the image is being found. */
  progress: LinkProgress;
}

/**
 * Creates access to stored images. Fresh bytes need only memory or storage; missing or expired ones are
 * rendered again from the recipe.
 */
export function createStoredImages(
  { store, logger, now }: Platform,
  { memory, results, catalog, requests, quota }: Parts,
) {
  const read = ({ id, format }: LinkTarget) => memory.get(imageKey(id, format));

  /** Reads what has just been stored: a read in progress may have started before. */
  function readAgain(link: LinkTarget): Promise<StoredImage | undefined> {
    memory.drop(link.id);
    return read(link);
  }

  /** The stored recipe of an image; undefined if there is none, or if it is expired or invalid. */
  async function readRecipe(id: string, requestId: string): Promise<Recipe | undefined> {
    const stored = await store.get(recipeKey(id));
    if (!stored || !isFresh(stored)) return undefined;
    const checked = parseStoredRecipe(stored.bytes.toString());
    if (checked.ok) return checked.value.recipe;
    logger.warn({ requestId, imageId: id, errors: checked.errors.slice(0, 5) }, "stored recipe is invalid");
    return undefined;
  }

  /** Renders an image whose bytes are missing or have expired, unless another request has done so. */
  async function render(
    link: LinkTarget,
    createRequest: () => Promise<RenderRequest>,
    options?: EnqueueOptions,
  ): Promise<ServedImage> {
    const existing = await results.find(link.id);
    if (existing && "image" in existing) {
      const stored = await readAgain(link);
      if (stored && isFresh(stored)) return { ...stored, source: "rerendered", isMiss: false };
      await results.evict(link.id, existing.flightId); // its bytes no longer exist
    }
    const { source } = await requests.requestImage(await createRequest(), options);
    const rendered = await readAgain(link);
    if (!rendered)
      throw new AppError("unavailable", { cause: new Error(`${link.id} was published but is not stored`) });
    return { ...rendered, source: "rerendered", isMiss: source === "miss" };
  }

  /**
   * The request that renders a stored recipe. Rejects with AppError `gone` if its template no longer exists.
   */
  async function requestOf(recipe: Recipe, { id, requestId }: LinkTarget): Promise<RenderRequest> {
    const template = await catalog.findForRecipe(recipe);
    if (template) return { id, recipe, requestId, queue: chooseQueue(template, recipe.data) };
    logger.warn({ requestId, imageId: id, template: recipe.template }, "template not found");
    throw new AppError("gone");
  }

  /**
   * Evicts the result of an image whose bytes and recipe no longer exist, for example because storage was
   * replaced. Otherwise generate requests would still return its link.
   */
  async function evictMissing({ id, requestId }: LinkTarget): Promise<void> {
    try {
      const result = await results.find(id);
      if (result && "image" in result) await results.evict(id, result.flightId);
    } catch (error) {
      logger.warn({ requestId, imageId: id, err: error }, "eviction of a missing image failed");
    }
  }

  /**
   * Returns the stored image if it is fresh, otherwise the result of `renderAgain`; if that fails, the
   * expired image.
   */
  async function freshOrStale(
    link: LinkTarget,
    renderAgain: () => Promise<ServedImage | undefined>,
  ): Promise<ServedImage | undefined> {
    const stored = await read(link);
    if (stored && isFresh(stored)) return { ...stored, source: "hit", isMiss: false };
    if (stored) link.progress.expired = stored;
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

  /** Whether an account owns an image, according to the stored metadata, or else to the result in Redis. */
  async function isOwner(id: string, owner: string): Promise<boolean> {
    const metas = await Promise.all([recipeKey(id), ...imageKeys(id)].map((key) => store.head(key)));
    const owners = metas.flatMap((meta) => meta?.userMetadata["owner"] ?? []);
    const result = owners.length === 0 ? await results.find(id) : undefined;
    return [...owners, ...(result ? [result.owner] : [])].includes(owner);
  }

  return {
    /** The image with a file name, such as the last part of a link, if it is in memory. */
    findInMemory: (file: string): StoredImage | undefined => memory.peek(imagePrefix + file),

    /**
     * Finds the image behind a link, and renders it again if necessary; undefined if the link does not exist.
     * If an expired image can't be rendered, its old bytes are returned. Rejects with AppError as
     * `requestImage`, or with StorageUnavailableError.
     */
    async find(link: LinkTarget): Promise<ServedImage | undefined> {
      return freshOrStale(link, async () => {
        const recipe = await readRecipe(link.id, link.requestId);
        if (recipe?.format === link.format) {
          link.progress.recipe = recipe;
          return render(link, () => requestOf(recipe, link));
        }
        if (!recipe) await evictMissing(link);
        return undefined;
      });
    },

    /** Whether an image has a result in Redis. True while Redis is unavailable. */
    async hasResult(id: string): Promise<boolean> {
      try {
        return (await results.find(id)) !== undefined;
      } catch {
        return true; // stored images are served without Redis
      }
    },

    /**
     * Finds the image of a validated link, and renders it if necessary. If `beforeRender` rejects, it is not
     * rendered. `isVisit`: a visitor of a site causes the render. Otherwise as `find`.
     */
    async obtain(
      request: RenderRequest,
      progress: LinkProgress,
      beforeRender: () => Promise<void>,
      { isVisit = false } = {},
    ): Promise<ServedImage> {
      const { id, requestId, recipe } = request;
      const link = { id, requestId, format: recipe.format, progress };
      const image = await freshOrStale(link, async () => {
        await beforeRender();
        return render(link, () => Promise.resolve(request), { isCharged: true, isVisit });
      });
      return image!; // `render` returns an image or throws
    },

    /**
     * Renders an image of an account again, also if its bytes have not expired: its remote images may have
     * changed. Until then, and if it fails, the earlier bytes are returned. Rejects with AppError as
     * `requestImage`.
     */
    async renderAgain({ id, recipe }: StoredRecipe & { id: string }, caller: Caller): Promise<void> {
      const link = { id, requestId: caller.requestId, format: recipe.format, progress: {} };
      const request = await requestOf(recipe, link);
      await results.delete(id);
      await quota.forget(id); // the render is charged
      await requests.requestImage({ ...request, keyId: caller.keyId }, { isCharged: true });
      await memory.dropEverywhere(id);
    },

    /**
     * Deletes an account's image. Returns false if the account does not have it. The recipe is deleted first:
     * the link can't render it again. The result in Redis comes last: a call after a crash still finds the
     * image. A render in progress continues, as if requested after the deletion. Copies in caches are not
     * deleted.
     */
    async delete(id: string, owner: string): Promise<boolean> {
      if (!(await isOwner(id, owner))) return false;
      await store.delete(recipeKey(id));
      await store.deleteAll(imageKeys(id));
      await memory.dropEverywhere(id);
      await quota.forget(id); // the next request renders the image again, and is charged
      await results.delete(id);
      return true;
    },
  };
}
export type StoredImages = ReturnType<typeof createStoredImages>;

function imageKeys(id: string): string[] {
  return outputFormatNames.map((format) => imageKey(id, format));
}

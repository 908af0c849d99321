import {
  imageIdOfKey,
  imageIdPattern,
  imageKey,
  parseStoredRecipe,
  recipeKey,
  recipePrefixOf,
  type StoredRecipe,
} from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import { LRUCache } from "lru-cache";
import { comparePositions } from "../http/pagination.ts";

/** An image that an account can request by its link. Times are epoch ms. */
export interface AccountImage extends StoredRecipe {
  id: string;
  /** When the image was rendered last. */
  renderedAt: number;
  /** When its link expires, unless it is rendered again. */
  expiresAt: number;
}

/** An image in the listing of an account, which is not read yet. */
export interface ListedImage {
  /**
   * The start of its ID, for its position: a cursor must not contain the ID of an image of another account.
   */
  id: string;
  imageId: string;
  /** When its recipe was written last, in epoch ms. */
  time: number;
}

/** An image with the metadata of its stored bytes; `stored` is undefined if they have expired. */
export interface GalleryImage extends AccountImage {
  stored: { size: number; expiresAt: number } | undefined;
}

/** How many images of an account are listed and counted: ten pages of S3. */
const maxListed = 10_000;
/** The characters of an image's ID that are its position: enough to be unique, and too few for its link. */
const positionLength = 20;
/** How many recipes are read at a time. */
const batchSize = 16;

/**
 * Creates access to the images of an account, of which storage has a recipe. Another account with the same
 * tag (rare) has the same prefix: its images are counted and listed, but not read. Every method rejects with
 * StorageUnavailableError.
 */
export function createAccountImages({ store }: { store: Pick<ImageStore, "list" | "get" | "head"> }) {
  /** Lists one image more than the limit, if there are as many. */
  const listKeys = shareListing(async (accountId) => {
    const listed: ListedImage[] = [];
    for await (const { key, modifiedAt } of store.list(recipePrefixOf(accountId))) {
      const imageId = imageIdOfKey(key);
      listed.push({ id: imageId.slice(0, positionLength), imageId, time: modifiedAt });
      if (listed.length > maxListed) break;
    }
    return listed.sort((a, b) => comparePositions(b, a));
  });

  async function read(key: string, accountId: string): Promise<AccountImage[]> {
    const stored = await store.get(key);
    if (!stored) return []; // deleted since it was listed
    const checked = parseStoredRecipe(stored.bytes.toString());
    if (!checked.ok || checked.value.recipe.owner !== accountId) return [];
    const { storedAt: renderedAt, expiresAt } = stored.meta;
    return [{ id: imageIdOfKey(key), ...checked.value, renderedAt, expiresAt }];
  }

  async function readWithBytes(id: string, accountId: string): Promise<GalleryImage[]> {
    const [image] = await read(recipeKey(id), accountId);
    if (!image) return [];
    return [{ ...image, stored: await store.head(imageKey(id, image.recipe.format)) }];
  }

  return {
    /** Counts an account's images, up to 10,000. */
    async count(accountId: string): Promise<{ images: number; hasMoreImages: boolean }> {
      const { length } = await listKeys(accountId);
      return { images: Math.min(length, maxListed), hasMoreImages: length > maxListed };
    },

    /** Lists at most 10,000 of an account's images, newest first, without reading them. */
    async listNewest(accountId: string): Promise<ListedImage[]> {
      return (await listKeys(accountId)).slice(0, maxListed);
    },

    /** Reads an image; undefined if the account has none with this ID. */
    async find(id: string, accountId: string): Promise<GalleryImage | undefined> {
      return imageIdPattern.test(id) ? (await readWithBytes(id, accountId))[0] : undefined;
    },

    /** Reads listed images in their order, without those that are deleted or belong to another account. */
    async read(listed: readonly ListedImage[], accountId: string): Promise<GalleryImage[]> {
      const images: GalleryImage[] = [];
      for (let start = 0; start < listed.length; start += batchSize) {
        const batch = listed.slice(start, start + batchSize);
        images.push(
          ...(await Promise.all(batch.map(({ imageId }) => readWithBytes(imageId, accountId)))).flat(),
        );
      }
      return images;
    },

    /**
     * Reads all images of an account in batches: memory and the load of storage do not depend on their
     * number.
     */
    async *readAll(accountId: string): AsyncGenerator<AccountImage[]> {
      let keys: string[] = [];
      const readBatch = async () => (await Promise.all(keys.map((key) => read(key, accountId)))).flat();
      for await (const { key } of store.list(recipePrefixOf(accountId))) {
        keys.push(key);
        if (keys.length < batchSize) continue;
        yield await readBatch();
        keys = [];
      }
      yield await readBatch();
    },
  };
}
export type AccountImages = ReturnType<typeof createAccountImages>;

/** A listing of this many keys or fewer, one page of S3, is not kept. */
const maxUnkeptKeys = 1_000;

/** How many listings are kept, each of at most 2 MB. The least recently used is evicted. */
const maxKept = 20;

/**
 * Shares a listing of an account among concurrent requests. A listing of more than 1,000 keys is kept for ten
 * times as long as it took: requests cannot overload storage. Rejects as `list` does, and then lists again
 * for the next request. `clock` measures time in ms.
 */
export function shareListing<Key>(
  list: (accountId: string) => Promise<Key[]>,
  clock: { now: () => number } = performance,
): (accountId: string) => Promise<Key[]> {
  const listings = new LRUCache<string, Promise<Key[]>>({ max: maxKept, perf: clock, ttlResolution: 0 });

  return async (accountId) => {
    const shared = listings.get(accountId);
    if (shared) return shared;
    const startedAt = clock.now();
    const listing = list(accountId);
    listings.set(accountId, listing);
    try {
      const { length } = await listing;
      const ttl = Math.ceil(10 * (clock.now() - startedAt));
      if (length > maxUnkeptKeys) listings.set(accountId, listing, { ttl });
      else listings.delete(accountId);
      return listing;
    } catch (error) {
      listings.delete(accountId);
      throw error;
    }
  };
}

import { imageIdOfKey, recipeKey, recipePrefixOf, parseRecipe, type Recipe } from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import { shareListing } from "./share-listing.ts";

/** An image that an account can request by its link. Times are epoch ms. */
export interface AccountImage {
  id: string;
  recipe: Recipe;
  /** When the image was rendered last. */
  renderedAt: number;
  /** When its link expires, unless it is rendered again. */
  expiresAt: number;
}

/** How many images an account has. */
export interface ImageCount {
  /** At most 10,000. */
  images: number;
  hasMoreImages: boolean;
}

const maxCount = 10_000;
/** How many recipes are read at a time. */
const batchSize = 16;
const maxKeptCounts = 1_000;

/**
 * Creates access to the images of an account, of which storage has a recipe. Every method rejects with
 * StorageUnavailableError.
 */
export function createAccountImages({ store }: { store: Pick<ImageStore, "list" | "get"> }) {
  async function countRecipes(accountId: string): Promise<ImageCount> {
    let images = 0;
    for await (const _ of store.list(recipePrefixOf(accountId))) {
      if (images === maxCount) return { images, hasMoreImages: true };
      images++;
    }
    return { images, hasMoreImages: false };
  }

  async function read(key: string, accountId: string): Promise<AccountImage[]> {
    const stored = await store.get(key);
    if (!stored) return []; // deleted since it was listed
    const checked = parseRecipe(stored.bytes.toString());
    // Accounts with the same tag have the same prefix.
    if (!checked.ok || checked.value.owner !== accountId) return [];
    const { storedAt: renderedAt, expiresAt } = stored.meta;
    return [{ id: imageIdOfKey(key), recipe: checked.value, renderedAt, expiresAt }];
  }

  return {
    /**
     * Counts an account's images. Those of another account with the same tag, one in 500 among a million
     * accounts, are counted as well. A count of more than 1,000 is kept: see shareListing.
     */
    count: shareListing(countRecipes, { maxKept: maxKeptCounts, sizeOf: ({ images }) => images }),

    /**
     * Finds an image of an account by its id; undefined if the account has none, or its recipe is invalid.
     */
    async find(id: string, accountId: string): Promise<AccountImage | undefined> {
      const [image] = await read(recipeKey(id), accountId);
      return image;
    },

    /**
     * Lists an account's images in batches, so that the memory and the load of storage do not depend on their
     * number.
     */
    async *list(accountId: string): AsyncGenerator<AccountImage[]> {
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

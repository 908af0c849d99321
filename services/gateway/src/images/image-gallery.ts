import { imageIdOfKey, imageKey, recipePrefixOf } from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import { comparePositions } from "../http/pagination.ts";
import type { AccountImage, AccountImages } from "./account-images.ts";
import { shareListing } from "./share-listing.ts";

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

interface Deps {
  store: Pick<ImageStore, "list" | "head">;
  accountImages: Pick<AccountImages, "find">;
}

/** How many images of an account are listed at most: ten pages of S3. */
const maxListed = 10_000;
/** The characters of an image's ID that are its position: enough to be unique, and too few for its link. */
const positionLength = 20;
/** How many listings are kept; each of at most 2 MB. */
const maxKeptListings = 20;
/** How many recipes are read at a time. */
const batchSize = 16;

/** Creates the gallery of the images of accounts. Every method rejects with StorageUnavailableError. */
export function createImageGallery({ store, accountImages }: Deps) {
  async function listKeys(accountId: string): Promise<ListedImage[]> {
    const listed: ListedImage[] = [];
    for await (const { key, modifiedAt } of store.list(recipePrefixOf(accountId))) {
      const imageId = imageIdOfKey(key);
      listed.push({ id: imageId.slice(0, positionLength), imageId, time: modifiedAt });
      if (listed.length === maxListed) break;
    }
    return listed.sort((a, b) => comparePositions(b, a));
  }

  async function readOne(id: string, accountId: string): Promise<GalleryImage[]> {
    const image = await accountImages.find(id, accountId);
    if (!image) return [];
    return [{ ...image, stored: await store.head(imageKey(id, image.recipe.format)) }];
  }

  return {
    /**
     * Lists the ids of an account's images, and of those of another account with the same tag, newest first.
     * Of more than 10,000, 10,000 are listed. A listing of more than 1,000 is kept, so that pages do not list
     * again: see shareListing.
     */
    list: shareListing(listKeys, { maxKept: maxKeptListings, sizeOf: ({ length }) => length }),

    /** Reads listed images in their order, without those that are deleted or belong to another account. */
    async read(listed: readonly ListedImage[], accountId: string): Promise<GalleryImage[]> {
      const images: GalleryImage[] = [];
      for (let start = 0; start < listed.length; start += batchSize) {
        const batch = listed.slice(start, start + batchSize);
        images.push(...(await Promise.all(batch.map(({ imageId }) => readOne(imageId, accountId)))).flat());
      }
      return images;
    },
  };
}
export type ImageGallery = ReturnType<typeof createImageGallery>;

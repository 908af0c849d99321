import { ownerTag } from "./recipe.ts";
import { imageFormats, type ImageFormat } from "./image-formats.ts";

/** The prefix of all image keys in storage. */
export const imagePrefix = "images/";

/** The prefix of all recipe keys in storage. */
export const recipePrefix = "recipes/";

/** The prefix of the image keys of an account, and of those of other accounts with the same tag. */
export function imagePrefixOf(accountId: string): string {
  return imagePrefix + ownerTag(accountId);
}

/** The prefix of the recipe keys of an account, and of those of other accounts with the same tag. */
export function recipePrefixOf(accountId: string): string {
  return recipePrefix + ownerTag(accountId);
}

/** The image id in the storage key of an image or a recipe. */
export function imageIdOfKey(key: string): string {
  return key.slice(key.indexOf("/") + 1, key.lastIndexOf("."));
}

/** The storage key of an image's bytes. */
export function imageKey(imageId: string, format: ImageFormat): string {
  return `${imagePrefix}${imageId}.${imageFormats[format].extension}`;
}

/** The storage key of the JSON of an image's Recipe. */
export function recipeKey(imageId: string): string {
  return `${recipePrefix}${imageId}.json`;
}

import { imageFormats, type ImageFormat } from "./image-formats.ts";

/** The prefix of all image keys in storage. */
export const imagePrefix = "images/";

/** The prefix of all recipe keys in storage. */
export const recipePrefix = "recipes/";

/** The storage key of an image's bytes. */
export function imageKey(imageId: string, format: ImageFormat): string {
  return `${imagePrefix}${imageId}.${imageFormats[format].extension}`;
}

/** The storage key of the JSON of an image's Recipe. */
export function recipeKey(imageId: string): string {
  return `${recipePrefix}${imageId}.json`;
}

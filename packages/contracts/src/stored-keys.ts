import type { ImageFormat } from "./generate-request.ts";

/** Where an image's bytes lie in storage. */
export function imageKey(imageId: string, format: ImageFormat): string {
  return `${imagePrefix}${imageId}.${format}`;
}

/** Where the JSON of the Recipe of an image lies in storage. */
export function recipeKey(imageId: string): string {
  return `${recipePrefix}${imageId}.json`;
}

/** What every image's key begins with. */
export const imagePrefix = "images/";

/** What every recipe's key begins with. */
export const recipePrefix = "recipes/";

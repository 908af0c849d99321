import { ownerTag } from "./recipe.ts";
import { imageFormats, outputFormats, type ImageFormat, type OutputFormat } from "./image-formats.ts";

export const imagePrefix = "images/";

export const recipePrefix = "recipes/";

/** The prefix of the keys of all uploads that are being processed, and of proofs. */
export const uploadPrefix = "uploads/";

/** The prefix of the keys of all fallback images of brands. */
export const fallbackPrefix = "fallbacks/";

/** How long the fallback image of a brand is kept after it was rendered, in seconds: a year. */
export const fallbackTtlSeconds = 31_536_000;

/** The account of shared documents and assets: from the built-in templates and the operator's folder. */
export const sharedOwner = "operator";

/** The `expiresAt` (epoch ms) of objects that are kept until their account is deleted. */
export const neverExpires = Date.UTC(9999, 0);

/**
 * The prefixes of all keys of an account. Other accounts with the same tag share them. Recipes come
 * first: without its recipe, a link cannot render its image again.
 */
export function objectPrefixesOf(accountId: string): string[] {
  return [recipePrefix, imagePrefix, fallbackPrefix, "templates/", "assets/"].map(
    (prefix) => prefix + ownerTag(accountId),
  );
}

/** The prefix of an account's recipe keys. Other accounts with the same tag share it. */
export function recipePrefixOf(accountId: string): string {
  return recipePrefix + ownerTag(accountId);
}

export function imageIdOfKey(key: string): string {
  return key.slice(key.indexOf("/") + 1, key.lastIndexOf("."));
}

/** The storage key of an image's bytes, by the format in its recipe. */
export function imageKey(imageId: string, format: OutputFormat): string {
  return `${imagePrefix}${imageId}.${outputFormats[format].extension}`;
}

/** The storage key of the fallback image of a brand, by the account that owns it and the brand's hash. */
export function fallbackKey(owner: string, brandHash: string, format: ImageFormat): string {
  return `${fallbackPrefix}${ownerTag(owner)}${brandHash}.${imageFormats[format].extension}`;
}

/** The prefix of an account's template documents. Other accounts with the same tag share it. */
export function templatePrefixOf(accountId: string): string {
  return `templates/${ownerTag(accountId)}`;
}

/** The storage key of a template document, by the account that owns it and the document's hash. */
export function templateKey(owner: string, hash: string): string {
  return `${templatePrefixOf(owner)}${hash}.json`;
}

/** The storage key of a sanitized asset, by its account and the SHA-256 of its bytes in base64url. */
export function assetKey(owner: string, assetId: string): string {
  return `assets/${ownerTag(owner)}${assetId}.bin`;
}

/** The storage key of an upload that is being processed: as it was sent, or sanitized. */
export function uploadKey(owner: string, uploadId: string, state: "raw" | "clean"): string {
  return `${uploadPrefix}${ownerTag(owner)}${uploadId}-${state}.bin`;
}

/** The storage key of a Proof. The gateway that waits for it deletes it, or it expires like an upload. */
export function proofKey(owner: string, proofId: string): string {
  return `${uploadPrefix}${ownerTag(owner)}${proofId}-proof.json`;
}

/** The storage key of the JSON of an image's Recipe. */
export function recipeKey(imageId: string): string {
  return `${recipePrefix}${imageId}.json`;
}

/** How a data field for an image names an image of the account: `asset:` and the ID of the asset. */
const assetUrlPattern = /^asset:([\w-]{43})$/;

/** The ID of the asset that a data field names; undefined for any other text. */
export function assetIdOfUrl(text: string): string | undefined {
  return assetUrlPattern.exec(text)?.[1];
}

import type { BrandSettings, PlacardClient } from "@placard/client";

/** The brand of requests that name none. */
export const brandName = "default";

/** Loads the account's brand. @returns undefined if it has none */
export async function loadBrand(api: PlacardClient): Promise<BrandSettings | undefined> {
  const { data } = await api.listBrands();
  return data.brands.find(({ name }) => name === brandName);
}

import type { BrandSettings } from "@placard/client";
import { withoutUndefined } from "./contrast-list.ts";
import { account } from "../session.ts";

/** The brand of requests that name none. */
const brandName = "default";

/** Loads the account's brand. @returns undefined if it has none */
export async function loadBrand(): Promise<BrandSettings | undefined> {
  const { data } = await account.listBrands();
  const found = data.brands.find(({ name }) => name === brandName);
  if (!found) return undefined;
  const { displayName, site, colors, logo, fonts } = found;
  return withoutUndefined({ displayName, site, colors, logo, fonts });
}

/** Stores the account's brand. Images that exist keep their look. */
export async function saveBrand(brand: BrandSettings): Promise<void> {
  await account.putBrand(brandName, brand);
}

/** Deletes the account's brand. */
export async function removeBrand(): Promise<void> {
  await account.deleteBrand(brandName);
}

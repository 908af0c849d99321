import type { BrandSettings, PlacardClient } from "@placard/client";

/** The brand of requests that name none. */
export const brandName = "default";

/** Loads the account's brand. @returns undefined if it has none */
export async function loadBrand(api: PlacardClient): Promise<BrandSettings | undefined> {
  const { data } = await api.listBrands();
  return data.brands.find(({ name }) => name === brandName);
}

/** The choice of a brand for a request. @param names the brands of the account */
export function brandOptions(names: readonly string[]): readonly (readonly [value: string, label: string])[] {
  const hasDefault = names.includes(brandName);
  const others = names.filter((name) => name !== brandName);
  return [
    ["", hasDefault ? "Default brand" : "No brand"],
    ...others.map((name) => [name, name] as const),
    ...(hasDefault ? [["none", "No brand"] as const] : []),
  ];
}

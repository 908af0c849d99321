import { createOwnedRecords } from "@placard/accounts";
import { AppError, type Brand } from "@placard/contracts";
import type { Platform } from "../platform.ts";
import { assetKeys } from "../assets/asset-keys.ts";

/** A brand of an account. It contains what cards need of its assets. */
export interface StoredBrand {
  name: string;
  brand: Brand;
  /** Epoch ms. */
  updatedAt: number;
}

const maxBrands = 20;

/** Redis hash: name → JSON of a `StoredBrand`. Does not expire; deleted with the account. */
export const brandsKey = (accountId: string): string => `{placard}:brands-of:${accountId}`;

/** The brands of accounts. Every method rejects while Redis is unavailable. */
export function createBrandStore({ redis, now }: Pick<Platform, "redis" | "now">) {
  const records = createOwnedRecords<StoredBrand>({ redis, keyOf: brandsKey, noun: "brand", max: maxBrands });
  return {
    find: records.find,
    delete: (owner: string, name: string) => records.delete(owner, name),

    /** The brands of an account, by name. */
    async list(owner: string): Promise<StoredBrand[]> {
      return (await records.list(owner)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },

    /** Creates or replaces a brand. Throws AppError `not_found` if one of its assets was deleted. */
    async put(owner: string, name: string, brand: Brand): Promise<"created" | "replaced"> {
      const { logo = {}, fonts = {}, background } = brand;
      const parts = [logo.onLight, logo.onDark, fonts.heading, fonts.body, background?.image];
      const fields = parts.flatMap((part) => (part && "id" in part ? part.id : []));
      const message = "An asset of the brand has been deleted. Upload it again.";
      const required = {
        key: assetKeys.assetsOf(owner),
        fields,
        error: new AppError("not_found", { message }),
      };
      return records.put(owner, name, { name, brand, updatedAt: now() }, { required });
    },
  };
}
export type Brands = ReturnType<typeof createBrandStore>;

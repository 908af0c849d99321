import { accountFunctions, accountKeysOf, limitReached } from "@placard/accounts";
import { AppError, type Brand } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import { assetKeys } from "../assets/asset-keys.ts";

/** A brand of an account. It contains what it needs of its assets, so that nothing is looked up for a card. */
export interface StoredBrand {
  name: string;
  brand: Brand;
  /** Epoch ms. */
  updatedAt: number;
}

const maxBrands = 20;

/** Redis hash: name → JSON of a `StoredBrand`, for all brands of an account. Does not expire; deleted with the account. */
export const brandsKey = (accountId: string): string => `{placard}:brands-of:${accountId}`;

// A deleted asset must not become part of a brand.
const putScript = defineScript(`${accountFunctions}
if not hasAccount(args.owner) then return "no_account" end
for _, asset in ipairs(args.assets) do
  if redis.call("HEXISTS", keys.assets, asset) == 0 then return "no_asset" end
end
local isNew = redis.call("HEXISTS", keys.brands, args.name) == 0
if isNew and redis.call("HLEN", keys.brands) >= args.max then return "limit_reached" end
redis.call("HSET", keys.brands, args.name, args.json)
addDataKey(keys.brands)
return isNew and "created" or "replaced"`);

/** The brands of accounts. Every method rejects while Redis is unavailable. */
export function createBrands({ redis, now }: Pick<Platform, "redis" | "now">) {
  return {
    /** The brands of an account, by name. */
    async list(owner: string): Promise<StoredBrand[]> {
      const brands = (await redis.hvals(brandsKey(owner))).map(parse);
      return brands.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },

    /** Undefined if the account has no such brand. */
    async find(owner: string, name: string): Promise<StoredBrand | undefined> {
      const json = await redis.hget(brandsKey(owner), name);
      return json === null ? undefined : parse(json);
    },

    /**
     * Creates or replaces a brand. Throws AppError `limit_reached` past 20 brands, `unauthorized` if the
     * account does not exist, or `not_found` if one of its assets has been deleted.
     */
    async put(owner: string, name: string, brand: Brand): Promise<"created" | "replaced"> {
      const { logo = {}, fonts = {} } = brand;
      const assets = [...Object.values(logo), ...Object.values(fonts)].map(({ id }) => id);
      const stored: StoredBrand = { name, brand, updatedAt: now() };
      const keys = {
        ...accountKeysOf(owner),
        brands: brandsKey(owner),
        assets: assetKeys.assetsOf(owner),
      };
      const json = JSON.stringify(stored);
      const outcome = await putScript(redis, keys, { owner, name, json, assets, max: maxBrands });
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "no_asset")
        throw new AppError("not_found", {
          message: "An asset of the brand has been deleted. Upload it again.",
        });
      if (outcome === "limit_reached") throw limitReached(maxBrands, "brand", "Delete");
      return outcome as "created" | "replaced";
    },

    /** Deletes a brand. Returns false if the account has no such brand. */
    async delete(owner: string, name: string): Promise<boolean> {
      return (await redis.hdel(brandsKey(owner), name)) === 1;
    },
  };
}
export type Brands = ReturnType<typeof createBrands>;

function parse(json: string): StoredBrand {
  return JSON.parse(json) as StoredBrand;
}

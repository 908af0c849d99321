import { AppError, type Brand } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { limitReached } from "./account-errors.ts";
import { assetKeys, operatorAccountKey, userKeys } from "./redis-keys.ts";

/** A brand of an account. It contains what it needs of its assets, so that nothing is looked up for a card. */
export interface StoredBrand {
  name: string;
  brand: Brand;
  /** Epoch ms. */
  updatedAt: number;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
}

const maxBrands = 20;

// An asset that was deleted in the meantime must not become part of a brand.
const putScript = defineScript(`
if redis.call("EXISTS", KEYS[3]) == 0 and redis.call("GET", KEYS[4]) ~= ARGV[1] then return "no_account" end
for i = 5, #ARGV do
  if redis.call("HEXISTS", KEYS[2], ARGV[i]) == 0 then return "no_asset" end
end
local isNew = redis.call("HEXISTS", KEYS[1], ARGV[2]) == 0
if isNew and redis.call("HLEN", KEYS[1]) >= tonumber(ARGV[4]) then return "limit_reached" end
redis.call("HSET", KEYS[1], ARGV[2], ARGV[3])
return isNew and "created" or "replaced"`);

/** The brands of accounts. Every method rejects while Redis is unavailable. */
export function createBrands({ redis, now }: Deps) {
  return {
    /** The brands of an account, by name. */
    async list(owner: string): Promise<StoredBrand[]> {
      const brands = (await redis.hvals(assetKeys.brandsOf(owner))).map(parse);
      return brands.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },

    /** Undefined if the account has no such brand. */
    async find(owner: string, name: string): Promise<StoredBrand | undefined> {
      const json = await redis.hget(assetKeys.brandsOf(owner), name);
      return json === null ? undefined : parse(json);
    },

    /**
     * Creates or replaces a brand. Throws AppError `limit_reached` past 20 brands, `unauthorized` if the account does not
     * exist, or `not_found` if one of its assets has been deleted.
     */
    async put(owner: string, name: string, brand: Brand): Promise<"created" | "replaced"> {
      const { logo = {}, fonts = {} } = brand;
      const assets = [...Object.values(logo), ...Object.values(fonts)].map(({ id }) => id);
      const stored: StoredBrand = { name, brand, updatedAt: now() };
      const keys = [
        assetKeys.brandsOf(owner),
        assetKeys.assetsOf(owner),
        userKeys.user(owner),
        operatorAccountKey,
      ];
      const values = [owner, name, JSON.stringify(stored), maxBrands, ...assets];
      const outcome = await putScript(redis, keys, values);
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
      return (await redis.hdel(assetKeys.brandsOf(owner), name)) === 1;
    },
  };
}
export type Brands = ReturnType<typeof createBrands>;

function parse(json: string): StoredBrand {
  return JSON.parse(json) as StoredBrand;
}

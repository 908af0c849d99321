import { accountKeysOf, limitReached } from "@placard/accounts";
import { AppError, type AssetContent } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import { brandsKey } from "../brands/brand-store.ts";
import { templateKeys } from "../templates/template-scripts.ts";
import { assetKeys } from "./asset-keys.ts";

/** A stored image or font of an account. */
export interface Asset extends AssetContent {
  /** SHA-256 of the stored bytes, base64url. */
  id: string;
  /** Bytes. */
  size: number;
  /** Epoch ms. */
  createdAt: number;
}

const maxAssets = 1_000;
/** Renderers hold a limited number of fonts in memory: one account must not take them all. */
const maxFonts = 40;

// Redis runs a script atomically, so concurrent uploads never exceed the limits, and a deleted account gets
// no assets.
const createScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_account" end
local existing = redis.call("HGET", keys.assets, args.id)
if existing then return existing end
local function total(name) return tonumber(redis.call("HGET", keys.totals, name) or "0") end
if redis.call("HLEN", keys.assets) >= args.maxAssets then return "assets" end
if total("fonts") + args.fonts > args.maxFonts then return "fonts" end
if total("bytes") + args.size > args.maxBytes then return "bytes" end
redis.call("HSET", keys.assets, args.id, args.json)
redis.call("HINCRBY", keys.totals, "bytes", args.size)
redis.call("HINCRBY", keys.totals, "fonts", args.fonts)
redis.call("SADD", keys.dataKeys, keys.assets, keys.totals)
return "created"`);

// Brands contain the IDs of their assets, which occur in no other text. An account has 20 at most.
const deleteScript = defineScript(`
local json = redis.call("HGET", keys.assets, args.id)
if not json then return "absent" end
for _, brand in ipairs(redis.call("HVALS", keys.brands)) do
  if string.find(brand, args.id, 1, true) then return "in_use" end
end
if redis.call("HEXISTS", keys.assetUses, args.id) == 1 then return "in_use" end
local asset = cjson.decode(json)
redis.call("HDEL", keys.assets, args.id)
redis.call("HINCRBY", keys.totals, "bytes", -asset.size)
if asset.font then redis.call("HINCRBY", keys.totals, "fonts", -1) end
return "deleted"`);

/** The records of assets; their bytes are in storage. Every method rejects while Redis is unavailable. */
export function createAssets({ redis, now }: Pick<Platform, "redis" | "now">, maxBytes: number) {
  return {
    /** The bytes that an account may store. */
    maxBytes,

    /** The assets of an account, newest first. */
    async list(owner: string): Promise<Asset[]> {
      const records = await redis.hvals(assetKeys.assetsOf(owner));
      return records.map(parse).toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
    },

    /** Undefined if the account has no such asset. */
    async find(owner: string, id: string): Promise<Asset | undefined> {
      const json = await redis.hget(assetKeys.assetsOf(owner), id);
      return json === null ? undefined : parse(json);
    },

    /**
     * Adds an asset to an account, or returns the one with the same content. Throws AppError `limit_reached`
     * past a limit, or `unauthorized` if the account does not exist.
     */
    async create(
      owner: string,
      content: Omit<Asset, "createdAt">,
    ): Promise<{ asset: Asset; isNew: boolean }> {
      const asset: Asset = { ...content, createdAt: now() };
      const keys = {
        ...accountKeysOf(owner),
        assets: assetKeys.assetsOf(owner),
        totals: assetKeys.totalsOf(owner),
      };
      const reply = await createScript(redis, keys, {
        id: asset.id,
        json: JSON.stringify(asset),
        size: asset.size,
        fonts: asset.font ? 1 : 0,
        maxAssets,
        maxFonts,
        maxBytes,
      });
      const outcome = String(reply);
      if (outcome === "created") return { asset, isNew: true };
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "assets") throw limitReached(maxAssets, "asset", "Delete");
      if (outcome === "fonts") throw limitReached(maxFonts, "font", "Delete");
      if (outcome === "bytes") throw bytesReached(maxBytes);
      return { asset: parse(outcome), isNew: false };
    },

    /** Throws AppError `limit_reached` if no file fits into the quota of an account. */
    async requireRoom(owner: string): Promise<void> {
      const bytes = Number(await redis.hget(assetKeys.totalsOf(owner), "bytes"));
      if (bytes >= maxBytes) throw bytesReached(maxBytes);
    },

    /**
     * Deletes the record of an asset. Returns false if the account has no such asset. Throws AppError
     * `asset_in_use` if a brand or a version of a template uses it.
     */
    async delete(owner: string, id: string): Promise<boolean> {
      const keys = {
        assets: assetKeys.assetsOf(owner),
        totals: assetKeys.totalsOf(owner),
        brands: brandsKey(owner),
        assetUses: templateKeys.assetUsesOf(owner),
      };
      const outcome = await deleteScript(redis, keys, { id });
      if (outcome === "in_use") throw new AppError("asset_in_use");
      return outcome === "deleted";
    },
  };
}
export type Assets = ReturnType<typeof createAssets>;

function parse(json: string): Asset {
  return JSON.parse(json) as Asset;
}

function bytesReached(maxBytes: number): AppError {
  return new AppError("limit_reached", {
    message: `The account may store ${maxBytes} bytes of assets, and this file does not fit. Delete assets that you no longer use, then retry.`,
  });
}

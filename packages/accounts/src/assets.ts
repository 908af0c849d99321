import { AppError, type AssetContent } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { limitReached } from "./account-errors.ts";
import { assetKeys, operatorAccountKey, templateKeys, userKeys } from "./redis-keys.ts";

/** A stored image or font of an account. */
export interface Asset extends AssetContent {
  /** SHA-256 of the stored bytes, base64url. */
  id: string;
  /** Bytes. */
  size: number;
  /** Epoch ms. */
  createdAt: number;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  /** MAX_ASSET_BYTES: the bytes of all assets of an account. */
  maxBytes: number;
}

const maxAssets = 1_000;
/** Renderers hold a limited number of fonts in memory: one account must not take them all. */
const maxFonts = 40;
/** The uploads of an account that are processed at a time: renderers process few, and others must not wait for long. */
const maxUploads = 4;
const uploadTtlMs = 60_000;

// Redis runs a script atomically, so concurrent uploads never exceed the limits, and a deleted account gets no assets.
const createScript = defineScript(`
local id, json, size, fonts = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call("EXISTS", KEYS[3]) == 0 and redis.call("GET", KEYS[4]) ~= ARGV[5] then return "no_account" end
local existing = redis.call("HGET", KEYS[1], id)
if existing then return existing end
if redis.call("HLEN", KEYS[1]) >= tonumber(ARGV[6]) then return "assets" end
if tonumber(redis.call("HGET", KEYS[2], "fonts") or "0") + fonts > tonumber(ARGV[7]) then return "fonts" end
if tonumber(redis.call("HGET", KEYS[2], "bytes") or "0") + size > tonumber(ARGV[8]) then return "bytes" end
redis.call("HSET", KEYS[1], id, json)
redis.call("HINCRBY", KEYS[2], "bytes", size)
redis.call("HINCRBY", KEYS[2], "fonts", fonts)
return "created"`);

// Brands and the versions of templates contain the IDs of their assets, which occur in no other text.
const deleteScript = defineScript(`
local json = redis.call("HGET", KEYS[1], ARGV[1])
if not json then return "absent" end
for _, brand in ipairs(redis.call("HVALS", KEYS[3])) do
  if string.find(brand, ARGV[1], 1, true) then return "in_use" end
end
for _, template in ipairs(redis.call("ZRANGE", KEYS[4], 0, -1)) do
  for _, version in ipairs(redis.call("HVALS", ARGV[2] .. template)) do
    if string.find(version, ARGV[1], 1, true) then return "in_use" end
  end
end
local asset = cjson.decode(json)
redis.call("HDEL", KEYS[1], ARGV[1])
redis.call("HINCRBY", KEYS[2], "bytes", -asset.size)
if asset.font then redis.call("HINCRBY", KEYS[2], "fonts", -1) end
return "deleted"`);

const startUploadScript = defineScript(`
if tonumber(redis.call("GET", KEYS[1]) or "0") >= tonumber(ARGV[1]) then return 0 end
redis.call("INCR", KEYS[1])
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return 1`);

const endUploadScript = defineScript(
  `if tonumber(redis.call("GET", KEYS[1]) or "0") > 0 then redis.call("DECR", KEYS[1]) end`,
);

/** The records of assets; their bytes are in storage. Every method rejects while Redis is unavailable. */
export function createAssets({ redis, now, maxBytes }: Deps) {
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
     * Adds an asset to an account, or returns the one with the same content. Throws AppError `limit_reached` past a limit, or
     * `unauthorized` if the account does not exist.
     */
    async create(
      owner: string,
      content: Omit<Asset, "createdAt">,
    ): Promise<{ asset: Asset; isNew: boolean }> {
      const asset: Asset = { ...content, createdAt: now() };
      const keys = [
        assetKeys.assetsOf(owner),
        assetKeys.totalsOf(owner),
        userKeys.user(owner),
        operatorAccountKey,
      ];
      const fonts = asset.font ? 1 : 0;
      const limits = [maxAssets, maxFonts, maxBytes];
      const values = [asset.id, JSON.stringify(asset), asset.size, fonts, owner, ...limits];
      const outcome = String(await createScript(redis, keys, values));
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
     * Deletes the record of an asset. Returns false if the account has no such asset. Throws AppError `asset_in_use` if a brand
     * or a version of a template uses it.
     */
    async delete(owner: string, id: string): Promise<boolean> {
      const keys = [
        assetKeys.assetsOf(owner),
        assetKeys.totalsOf(owner),
        assetKeys.brandsOf(owner),
        templateKeys.templatesOf(owner),
      ];
      const outcome = await deleteScript(redis, keys, [id, templateKeys.template(owner, "")]);
      if (outcome === "in_use") throw new AppError("asset_in_use");
      return outcome === "deleted";
    },

    /** Runs an upload. Throws AppError `rate_limited` if the account has four in progress. */
    async withUpload<T>(owner: string, upload: () => Promise<T>): Promise<T> {
      const key = assetKeys.uploadsOf(owner);
      if ((await startUploadScript(redis, [key], [maxUploads, uploadTtlMs])) !== 1)
        throw new AppError("rate_limited", {
          message: `The account has ${maxUploads} uploads in progress. Retry when one of them has finished.`,
          retryAfterSeconds: 1,
        });
      try {
        return await upload();
      } finally {
        await endUploadScript(redis, [key]).catch(() => {}); // it expires
      }
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

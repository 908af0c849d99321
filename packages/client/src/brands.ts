import type { CallOptions, Send } from "./transport.ts";
import type { BrandSettings } from "./types.ts";

const auth = "key";

/** The brands of the account. Calls that write need the scope `templates:write`. */
export function brandCalls(send: Send) {
  return {
    /** Lists the brands. */
    listBrands: (options?: CallOptions) => send("get", "/api/v1/brands", { auth }, options),

    /** Returns a brand. @throws PlacardError `not_found` */
    getBrand: (name: string, options?: CallOptions) =>
      send("get", "/api/v1/brands/{name}", { auth, params: { name } }, options),

    /**
     * Creates or replaces a brand. Existing images stay. @throws PlacardError `validation_failed`,
     * `limit_reached`
     */
    putBrand: (name: string, body: BrandSettings, options?: CallOptions) =>
      send("put", "/api/v1/brands/{name}", { auth, params: { name }, body }, options),

    /** Deletes a brand. Images that exist keep their look. @throws PlacardError `not_found` */
    deleteBrand: (name: string, options?: CallOptions) =>
      send("delete", "/api/v1/brands/{name}", { auth, params: { name } }, options),
  };
}

/** The images and fonts of templates and brands. Calls that write need the scope `templates:write`. */
export function assetCalls(send: Send) {
  return {
    /**
     * Stores an image (PNG, JPEG, WebP, SVG) or a font (WOFF2, TTF, OTF). The same file has the same ID.
     * `weight` and `axes` (such as `wdth:75,opsz:48`) fix positions of a variable font on its axes.
     * @throws PlacardError `validation_failed`, `unsupported_media_type`, `payload_too_large`,
     *   `limit_reached`
     */
    createAsset: (
      file: Blob,
      { weight, axes, ...options }: CallOptions & { weight?: number; axes?: string } = {},
    ) => send("post", "/api/v1/assets", { auth, query: { weight, axes }, file, isRetryable: true }, options),

    /** Lists the assets, newest first, with the bytes that they use and that the account may use. */
    listAssets: (options?: CallOptions) => send("get", "/api/v1/assets", { auth }, options),

    /**
     * Deletes an asset. Templates that use it are rendered without it.
     * @throws PlacardError `not_found`, `asset_in_use` if a brand uses it
     */
    deleteAsset: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/assets/{id}", { auth, params: { id } }, options),
  };
}

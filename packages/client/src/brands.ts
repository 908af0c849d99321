import type { Asset, Brand, BrandSettings } from "./brand-types.ts";
import type { Result } from "./meta.ts";
import type { CallOptions, Empty, Send } from "./transport.ts";

const auth = "key";

/** The brands of the account. Calls that write need the scope `templates:write`. */
export function brandCalls(send: Send) {
  const path = "/api/v1/brands";
  const pathOf = (name: string) => `${path}/${encodeURIComponent(name)}`;
  return {
    /** Lists the brands. */
    async listBrands(options?: CallOptions): Promise<Result<{ brands: Brand[] }>> {
      return await send({ method: "GET", path, auth }, options);
    },

    /** Returns a brand. @throws PlacardError `not_found` */
    async getBrand(name: string, options?: CallOptions): Promise<Result<Brand>> {
      return await send({ method: "GET", path: pathOf(name), auth }, options);
    },

    /**
     * Creates or replaces a brand. Images that exist keep their look.
     * @throws PlacardError `validation_failed`, `limit_reached`
     */
    async putBrand(name: string, body: BrandSettings, options?: CallOptions): Promise<Result<Brand>> {
      return await send({ method: "PUT", path: pathOf(name), auth, body }, options);
    },

    /** Deletes a brand. Images that exist keep their look. @throws PlacardError `not_found` */
    async deleteBrand(name: string, options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path: pathOf(name), auth }, options);
    },
  };
}

/** The images and fonts that templates and brands refer to. Calls that write need the scope `templates:write`. */
export function assetCalls(send: Send) {
  const path = "/api/v1/assets";
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    /**
     * Stores an image (PNG, JPEG, WebP, SVG) or a font (WOFF2, TTF, OTF). The same file has the same ID.
     * `weight` chooses the weight of a variable font.
     * @throws PlacardError `validation_failed`, `unsupported_media_type`, `payload_too_large`, `limit_reached`
     */
    async createAsset(file: Blob, options: CallOptions & { weight?: number } = {}): Promise<Result<Asset>> {
      const { weight } = options;
      const query = weight === undefined ? "" : `?weight=${weight}`;
      return await send({ method: "POST", path: path + query, auth, file, isRetryable: true }, options);
    },

    /** Lists the assets, newest first, with the bytes that they use and that the account may use. */
    async listAssets(
      options?: CallOptions,
    ): Promise<Result<{ assets: Asset[]; usedBytes: number; maxBytes: number }>> {
      return await send({ method: "GET", path, auth }, options);
    },

    /**
     * Deletes an asset. Templates that use it are rendered without it.
     * @throws PlacardError `not_found`, `asset_in_use` if a brand uses it
     */
    async deleteAsset(id: string, options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path: pathOf(id), auth }, options);
    },
  };
}

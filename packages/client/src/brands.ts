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
     * @throws PlacardError `validation_failed`, `payload_too_large`, `quota_exceeded`
     */
    async createAsset(file: Blob, options?: CallOptions): Promise<Result<Asset>> {
      return await send({ method: "POST", path, auth, file, isRetryable: true }, options);
    },

    /** Lists the assets. */
    async listAssets(options?: CallOptions): Promise<Result<{ assets: Asset[] }>> {
      return await send({ method: "GET", path, auth }, options);
    },

    /** Deletes an asset. Templates and brands that use it keep it. @throws PlacardError `not_found` */
    async deleteAsset(id: string, options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path: pathOf(id), auth }, options);
    },
  };
}

import type { Result } from "./meta.ts";
import type { Site, SiteCheck, SiteSettings } from "./site-types.ts";
import type { CallOptions, Empty, Send } from "./transport.ts";

const auth = "key";

/** The sites of the account. Calls that write need the scope `sites:write`. */
export function siteCalls(send: Send) {
  const path = "/api/v1/sites";
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    /** Adds a site. Its pages get cards once `verifySite` has verified it. @throws PlacardError `validation_failed`, `limit_reached` */
    async createSite(body: { domain: string } & SiteSettings, options?: CallOptions): Promise<Result<Site>> {
      return await send({ method: "POST", path, auth, body }, options);
    },

    /** Lists the sites, the oldest first. */
    async listSites(options?: CallOptions): Promise<Result<{ sites: Site[] }>> {
      return await send({ method: "GET", path, auth }, options);
    },

    /** Returns a site. @throws PlacardError `not_found` */
    async getSite(id: string, options?: CallOptions): Promise<Result<Site>> {
      return await send({ method: "GET", path: pathOf(id), auth }, options);
    },

    /** Replaces the settings: absent ones get their default. @throws PlacardError `not_found`, `validation_failed` */
    async updateSite(id: string, body: SiteSettings, options?: CallOptions): Promise<Result<Site>> {
      return await send({ method: "PUT", path: pathOf(id), auth, body }, options);
    },

    /**
     * Looks for the site's token on its domain. `verifiedAt` is null if it was not found; then `checks` says why.
     * @throws PlacardError `not_found`
     */
    async verifySite(id: string, options?: CallOptions): Promise<Result<Site & { checks: SiteCheck[] }>> {
      return await send({ method: "POST", path: `${pathOf(id)}/verify`, auth, isRetryable: true }, options);
    },

    /**
     * Purges a page from the cache, or without `path` all pages, so that they are read again when their links are next
     * followed. @throws PlacardError `not_found`, `validation_failed`
     */
    async purgeSite(
      id: string,
      body: { path?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<Result<Empty>> {
      return await send(
        { method: "POST", path: `${pathOf(id)}/purge`, auth, body, isRetryable: true },
        options,
      );
    },

    /** Deletes a site. Its links respond with 404 from then on. @throws PlacardError `not_found` */
    async deleteSite(id: string, options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path: pathOf(id), auth }, options);
    },
  };
}

import type { CallOptions, Send } from "./transport.ts";
import type { SiteSettings } from "./types.ts";

const auth = "key";

/** The sites of the account. Calls that write need the scope `sites:write`. */
export function siteCalls(send: Send) {
  return {
    /** Adds a site, to be verified. @throws PlacardError `validation_failed`, `limit_reached` */
    createSite: (body: { domain: string } & SiteSettings, options?: CallOptions) =>
      send("post", "/api/v1/sites", { auth, body }, options),

    /** Lists the sites, the oldest first. */
    listSites: (options?: CallOptions) => send("get", "/api/v1/sites", { auth }, options),

    /** Returns a site. @throws PlacardError `not_found` */
    getSite: (id: string, options?: CallOptions) =>
      send("get", "/api/v1/sites/{id}", { auth, params: { id } }, options),

    /** Replaces all settings of a site. @throws PlacardError `not_found`, `validation_failed` */
    updateSite: (id: string, body: SiteSettings, options?: CallOptions) =>
      send("put", "/api/v1/sites/{id}", { auth, params: { id }, body }, options),

    /**
     * Looks for the site's token on its domain. `verifiedAt` is null if it was not found; then `checks` says
     * why.
     * @throws PlacardError `not_found`
     */
    verifySite: (id: string, options?: CallOptions) =>
      send("post", "/api/v1/sites/{id}/verify", { auth, params: { id }, isRetryable: true }, options),

    /**
     * Purges a page from the cache, or without `path` all pages: they are read again when their links are
     * followed.
     * @throws PlacardError `not_found`, `validation_failed`
     */
    purgeSite: (id: string, body: { path?: string | undefined } = {}, options?: CallOptions) =>
      send("post", "/api/v1/sites/{id}/purge", { auth, params: { id }, body, isRetryable: true }, options),

    /** Deletes a site. Its links respond with 404 from then on. @throws PlacardError `not_found` */
    deleteSite: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/sites/{id}", { auth, params: { id } }, options),
  };
}

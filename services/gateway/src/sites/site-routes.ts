import type { Brands, Site, SitePages, Sites } from "@placard/accounts";
import type { FetchPage } from "@placard/page-metadata";
import { getPageImage } from "./page-images.ts";
import { siteEndpoints, verificationCost } from "./sites.ts";
import { access } from "../http/access.ts";
import { createMissingIds } from "../http/missing-ids.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route, type Route } from "../http/route.ts";
import type { StoredImages } from "../images/stored-images.ts";
import { createOwnUrlCheck } from "./own-url.ts";
import { createPageCards } from "./page-card.ts";
import { createSiteCardRequests } from "./site-card-requests.ts";
import { createSitePageReader } from "./site-pages.ts";
import type { VerificationCheck } from "./site-verification.ts";
import type { Shared } from "../images/shared.ts";

export interface SiteRouteDeps {
  brands: Brands;
  images: Pick<StoredImages, "obtain">;
  sites: Sites;
  /** Looks for the token of a site in all places. */
  checkSite: (site: Site) => Promise<VerificationCheck[]>;
  sitePages: SitePages;
  fetchPage: FetchPage;
  /** PAGE_TTL. */
  pageTtlSeconds: number;
  /** IMAGE_ALLOW_PRIVATE. */
  allowPrivateAddresses: boolean;
  limits: Limits;
}

/** Sites, and the images of their pages. */
export function siteRoutes(deps: SiteRouteDeps, shared: Shared): Route[] {
  const { catalog, brandLookup, metrics } = shared;
  const reader = access.sessionOrKey();
  const writer = access.sessionOrKey("sites:write");
  const verifier = access.sessionOrKey("sites:write", { cost: verificationCost });

  const isOwnUrl = createOwnUrlCheck(shared.publicUrl);
  const createCard = createPageCards({ catalog });
  const pages = createSitePageReader({
    ...shared,
    records: deps.sitePages,
    fetchPage: deps.fetchPage,
    createCard,
    isOwnUrl,
    limiter: deps.limits.pages,
    countPageRequest: metrics.countPageRequest,
    ttlSeconds: deps.pageTtlSeconds,
  });
  const sites = siteEndpoints({ ...deps, ...shared, pages });
  const pageImage = getPageImage({
    ...shared,
    sites: deps.sites,
    pages,
    createCardRequest: createSiteCardRequests({ catalog, brandLookup, createCard }),
    isOwnUrl,
    missingSites: createMissingIds(),
    missLimiter: deps.limits.misses,
    obtainImage: deps.images.obtain,
    limiter: deps.limits.api,
  });

  return [
    route("get", "/api/v1/sites", reader, sites.list),
    route("post", "/api/v1/sites", writer, sites.create),
    route("get", "/api/v1/sites/:id", reader, sites.get),
    route("put", "/api/v1/sites/:id", writer, sites.update),
    route("delete", "/api/v1/sites/:id", writer, sites.delete),
    route("post", "/api/v1/sites/:id/verify", verifier, sites.verify),
    route("post", "/api/v1/sites/:id/purge", writer, sites.purge),
    route("get", "/og/page/:id/*path", access.link, pageImage),
  ];
}

import type { SecurityEvents } from "@placard/accounts";
import { createFetchPage } from "@placard/page-metadata";
import { createSafeFetch } from "@placard/safe-fetch";
import type { Usage } from "../account/usage.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { Links } from "../links/feature.ts";
import type { Platform } from "../platform.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import { createPageCards } from "./page-card.ts";
import { getPageImage } from "./page-images.ts";
import { createSiteCardRequests } from "./site-card-requests.ts";
import { createSitePageReader } from "./site-pages.ts";
import { siteEndpoints, verificationCost } from "./sites.ts";
import type { Brands } from "../brands/brand-store.ts";
import { createSites as createStore, type Sites as SiteStore } from "./site-store.ts";
import { createOwnUrlCheck } from "./page-values.ts";

/** The sites of accounts, and the images of their pages. */
export interface Sites extends Feature {
  readonly store: SiteStore;
}

/** What sites need of other features. */
export interface SiteDependencies {
  events: SecurityEvents;
  limits: Limits;
  templates: TemplateSources;
  brandStore: Brands;
  images: Images;
  links: Links;
  usage: Usage;
}

export function createSites(platform: Platform, deps: SiteDependencies): Sites {
  const { settings, dns } = platform;
  const { IMAGE_ALLOW_PRIVATE: allowPrivateAddresses, PUBLIC_URL } = settings;
  const { catalog } = deps.templates;
  const store = createStore(platform);
  const isOwnUrl = createOwnUrlCheck(PUBLIC_URL);
  const rules = {
    allowPrivateAddresses,
    allowedPorts: allowPrivateAddresses ? ([[1, 65_535]] as const) : undefined,
    maxRequestsPerHost: maxRequestsPerSite,
    resolveHost: dns.resolveHost,
  };
  const fetchFile = createSafeFetch({ ...rules, maxBytes: maxVerificationBytes });
  // The user agent names the guide, so that the owners of sites can find out who reads their pages.
  const fetchPage = createFetchPage({ ...rules, userAgent: `Placard (+${PUBLIC_URL}/docs/sites)` });
  const verification = { resolveTxt: dns.resolveTxt, fetchFile };
  const createCard = createPageCards(catalog);
  const pages = createSitePageReader(platform, {
    fetchPage,
    createCard,
    isOwnUrl,
    limiter: deps.limits.pages,
    startFetches: deps.usage.startFetches,
  });
  const sites = siteEndpoints(platform, { ...deps, store, verification, pages });
  const createCardRequest = createSiteCardRequests(deps, createCard);
  const pageImage = getPageImage({ ...deps, store, pages, createCardRequest, isOwnUrl });

  const reader = access.reader();
  const publisher = access.publisher("sites:write");
  const creator = access.creator("sites:write");
  const verifier = access.creator("sites:write", { cost: verificationCost });
  return {
    store,
    tag: "sites",
    routes: [
      route("get", "/api/v1/sites", reader, sites.list),
      route("post", "/api/v1/sites", publisher, sites.create),
      route("get", "/api/v1/sites/:id", reader, sites.get),
      route("put", "/api/v1/sites/:id", publisher, sites.update),
      route("delete", "/api/v1/sites/:id", access.remover("sites:write"), sites.delete),
      route("post", "/api/v1/sites/:id/verify", verifier, sites.verify),
      route("post", "/api/v1/sites/:id/purge", creator, sites.purge),
      route("get", "/og/page/:id/*path", access.public, pageImage),
    ],
  };
}

/** Of the file that verifies a domain. */
const maxVerificationBytes = 64 * 1024;

/** Requests that a gateway sends to the server of a site at a time. */
const maxRequestsPerSite = 4;

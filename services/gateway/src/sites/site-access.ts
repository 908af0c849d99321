import { createFetchPage } from "@placard/page-metadata";
import { createSafeFetch } from "@placard/safe-fetch";
import type { Platform } from "../platform.ts";
import { createOwnUrlCheck } from "./page-values.ts";
import { checkSite } from "./site-verification.ts";
import type { Site } from "./site-store.ts";

/** Of the file that verifies a domain. */
const maxVerificationBytes = 64 * 1024;

/** Requests that a gateway sends to the server of a site at a time. */
const maxRequestsPerSite = 4;

/** Creates the functions that verify sites and fetch their pages. */
export function createSiteAccess({ settings, dns }: Platform) {
  const { IMAGE_ALLOW_PRIVATE: allowPrivateAddresses, PUBLIC_URL: publicUrl } = settings;
  const rules = {
    allowPrivateAddresses,
    allowedPorts: allowPrivateAddresses ? ([[1, 65_535]] as const) : undefined,
    maxRequestsPerHost: maxRequestsPerSite,
    resolveHost: dns.resolveHost,
  };
  const fetchFile = createSafeFetch({ ...rules, maxBytes: maxVerificationBytes });
  const verification = { resolveTxt: dns.resolveTxt, fetchFile, allowPrivateAddresses };
  return {
    /** Looks for the token of a site in all places. */
    checkSite: (site: Site) => checkSite(verification, site),
    // The user agent names the guide, so that the owners of sites can find out who reads their pages.
    fetchPage: createFetchPage({ ...rules, userAgent: `Placard (+${publicUrl}/docs/sites)` }),
    isOwnUrl: createOwnUrlCheck(publicUrl),
  };
}

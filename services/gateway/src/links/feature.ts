import type { Accounts, SecurityEvents } from "@placard/accounts";
import { readPlainFallbacks } from "@placard/template-store";
import type { Usage } from "../account/usage.ts";
import type { BrandFallbacks } from "../brands/brand-fallbacks.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { createMissingIds } from "../http/missing-ids.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import { getImage } from "../images/get-image.ts";
import type { BrandLookup } from "../images/parse-generate-request.ts";
import type { Platform } from "../platform.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import { checkLink } from "./check-link.ts";
import { createLinkResponder, type RespondToLink } from "./link-responder.ts";
import { createPlainFallbacks } from "./plain-fallbacks.ts";
import { signedLinkEndpoints } from "./signed-links.ts";

/** Links of images, and signed links. */
export interface Links extends Feature {
  readonly respond: RespondToLink;
}

interface Deps {
  accounts: Accounts;
  events: SecurityEvents;
  limits: Limits;
  templates: TemplateSources;
  brandLookup: BrandLookup;
  brandFallbacks: BrandFallbacks;
  images: Images;
  usage: Usage;
}

/** Creates the links. */
export function createLinks(platform: Platform, deps: Deps): Links {
  const { settings, metrics, logger, now } = platform;
  const { accounts, events, limits, templates, brandLookup, images, usage } = deps;
  const { signingKeys } = accounts;
  const { catalog } = templates;
  const { linkOf } = images.generate;
  const respondToLink = createLinkResponder({
    budgetMs: settings.LINK_BUDGET_MS,
    plainFallbacks: createPlainFallbacks(readPlainFallbacks()),
    findBrandFallback: deps.brandFallbacks.find,
    countLink: metrics.countLink,
    countFallback: metrics.countFallback,
    logger,
    now,
  });
  const image = getImage({
    images: images.stored,
    missingImages: createMissingIds(),
    missLimiter: limits.misses,
    respondToLink,
    countLink: metrics.countLink,
    now,
  });
  const signed = signedLinkEndpoints({
    signingKeys,
    catalog,
    templates: templates.described,
    brandLookup: { find: brandLookup.find }, // errors must not list the brands of the account to everybody
    obtainImage: images.stored.obtain,
    linkOf,
    limiter: limits.api,
    respondToLink,
    recordCacheHit: usage.recordCacheHit,
    logger,
    now,
  });
  const check = checkLink({
    signingKeys,
    listEvents: events.listEvents,
    catalog,
    brandLookup,
    linkOf,
    publicUrl: settings.PUBLIC_URL,
    now,
  });
  return {
    respond: respondToLink,
    routes: [
      route("get", "/og/:file", access.link, image),
      route("get", "/og/sign/:file", access.signed, signed.readable),
      route("get", "/og/s/:file", access.signed, signed.short),
      route("get", "/api/v1/og/check-link", access.sessionOrKey(), check),
    ],
  };
}

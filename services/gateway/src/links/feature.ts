import type { Accounts, SecurityEvents } from "@placard/accounts";
import type { Usage } from "../account/usage.ts";
import type { BrandFallbacks } from "../brands/brand-fallbacks.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import { getImage } from "../images/get-image.ts";
import type { Brands } from "../brands/brand-store.ts";
import type { Platform } from "../platform.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import { checkLink } from "./check-link.ts";
import { createLinkResponder, type RespondToLink } from "./link-responder.ts";
import { signedLinkEndpoints } from "./signed-links.ts";

/** Links of images, and signed links. */
export interface Links extends Feature {
  readonly respond: RespondToLink;
}

/** What links need of other features. */
export interface LinkDependencies {
  accounts: Accounts;
  events: SecurityEvents;
  limits: Limits;
  templates: TemplateSources;
  brandStore: Brands;
  brandFallbacks: BrandFallbacks;
  images: Images;
  usage: Usage;
}

export function createLinks(platform: Platform, deps: LinkDependencies): Links {
  const respondToLink = createLinkResponder(platform, deps.brandFallbacks);
  const image = getImage(platform, deps, respondToLink);
  const signed = signedLinkEndpoints(platform, deps, respondToLink);
  return {
    respond: respondToLink,
    tag: "links",
    routes: [
      route("get", "/og/:file", access.public, image),
      route("get", "/og/sign/:file", access.signed, signed.readable),
      route("get", "/og/s/:file", access.signed, signed.short),
      route("get", "/api/v1/og/check-link", access.reader(), checkLink(platform, deps)),
    ],
  };
}

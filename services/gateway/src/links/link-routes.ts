import type { Accounts } from "@placard/accounts";
import { getImage } from "../images/get-image.ts";
import { signedLinkEndpoints } from "./signed-links.ts";
import { access } from "../http/access.ts";
import { createMissingIds } from "../http/missing-ids.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route, type Route } from "../http/route.ts";
import type { StoredImages } from "../images/stored-images.ts";
import type { Shared } from "../images/shared.ts";

export interface LinkRouteDeps {
  accounts: Accounts;
  images: StoredImages;
  limits: Limits;
}

/** Links of images, and signed links, which anybody can request. */
export function linkRoutes({ accounts, images, ...deps }: LinkRouteDeps, shared: Shared): Route[] {
  const image = getImage({
    ...shared,
    images,
    missingImages: createMissingIds(),
    missLimiter: deps.limits.misses,
    countLink: shared.metrics.countLink,
  });
  const signedLinks = signedLinkEndpoints({
    ...shared,
    ...accounts,
    brandLookup: { find: shared.brandLookup.find }, // errors must not list the brands of the account to everybody
    obtainImage: images.obtain,
    limiter: deps.limits.api,
  });

  return [
    route("get", "/og/:file", access.link, image),
    route("get", "/og/sign/:file", access.signed, signedLinks.readable),
    route("get", "/og/s/:file", access.signed, signedLinks.short),
  ];
}

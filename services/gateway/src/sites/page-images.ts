import { AppError, formatOfExtension, renderPrice, type OutputFormat } from "@placard/contracts";
import type { Request, Response } from "express";
import Type from "typebox";
import { pathParameter } from "../docs/operation.ts";
import { addressOf } from "../http/client-address.ts";
import { createMissingIds } from "../http/missing-ids.ts";
import { requestIdOf } from "../http/request-id.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Endpoint } from "../http/route.ts";
import type { LinkAnswer, ResponseProgress } from "../links/link-responder.ts";
import type { SiteDependencies } from "./feature.ts";
import { readPageFile } from "./page-path.ts";
import type { IsOwnUrl } from "./page-values.ts";
import type { CreateSiteCardRequest } from "./site-card-requests.ts";
import { originOf } from "./site-domain.ts";
import type { SitePageReader } from "./site-pages.ts";
import { formatParameter, linkCacheHeader } from "../images/image-schemas.ts";
import { describeUnknownExtension, imageResponse } from "../images/get-image.ts";
import { imageHeaders } from "../http/send-image.ts";
import type { Site, Sites } from "./site-store.ts";

interface Deps extends Pick<SiteDependencies, "images" | "limits" | "links" | "usage"> {
  store: Sites;
  pages: SitePageReader;
  createCardRequest: CreateSiteCardRequest;
  isOwnUrl: IsOwnUrl;
}

/** GET /og/page/:id/…: the card of a page of a verified site. docs/sites.md describes it. */
export function getPageImage(deps: Deps): Endpoint {
  const { store, pages, createCardRequest, isOwnUrl, images, limits, links, usage } = deps;
  const missingSites = createMissingIds();

  /** Finds a site. A missing one never exists later. Throws AppError `not_found`. */
  async function findSite(id: string): Promise<Site> {
    const site = missingSites.has(id) ? undefined : await store.find(id);
    if (site?.verifiedAt !== undefined && !site.isDisabled) return site;
    if (!site) missingSites.set(id, true);
    throw new AppError("not_found", {
      message: "Site not found, or its domain is not verified. Verify it in the console under Sites.",
    });
  }

  async function find(
    req: Request<{ id: string }>,
    res: Response,
    path: string | undefined,
    format: OutputFormat,
    progress: ResponseProgress,
  ): Promise<LinkAnswer> {
    const { id } = req.params;
    const requestId = requestIdOf(res);
    const site = await findSite(id);
    addLogFields(res, { accountId: site.owner, siteId: id });
    if (path === undefined || isOwnUrl(originOf(site.domain) + path)) throw invalidPath();
    const visitor = `${site.owner}:${addressOf(req)}`;
    const visit = { requestId, takeRead: () => limits.visitors.take(visitor) };
    const page = await pages.find(site, path, visit, async () => {
      // For the fallback image of its brand.
      progress.recipe = (await createCardRequest(site, undefined, format, requestId)).recipe;
    });
    addLogFields(res, { page: page.result });
    const rendering = await createCardRequest(site, page.card, format, requestId);
    const { id: imageId, recipe } = rendering;
    addLogFields(res, { imageId });
    const headers: Record<string, string> = {
      "Content-Location": images.generate.linkOf(imageId, recipe),
      "X-Page": page.result,
      "X-Cache": "HIT",
    };
    Object.assign(progress, { recipe, headers });
    const charge = async () => {
      await limits.visitors.charge(res, visitor, 1);
      await limits.pageRenders.charge(res, site.owner, renderPrice(recipe));
    };
    const image = await images.stored.obtain(rendering, progress, charge, { isVisit: true });
    if (image.isMiss) headers["X-Cache"] = "MISS";
    else usage.recordCacheHit(site.owner, id);
    return { ...image, expiresAt: page.freshUntil, isReplaceable: true };
  }

  function respond(req: Request<{ id: string }>, res: Response): Promise<void> {
    // What follows `/og/page/<id>` in the target: Express's parameters are decoded.
    const { path, extension } = readPageFile(`/${req.url.split("/").slice(4).join("/")}`);
    const format = formatOfExtension(extension);
    if (format === undefined)
      throw new AppError("not_found", { message: describeUnknownExtension(extension) });
    return links.respond(req, res, format, (progress) => find(req, res, path, format, progress));
  }

  return {
    operation: {
      id: "getPageImage",
      summary: "Get the card of a page",
      description:
        "The link for the `og:image` tag of a page of a verified site: `{path}` is the path of the page as in its URL, slashes included; the query is ignored. Placard fetches the page from the site's domain, reads its metadata, and renders the card. What was read is used for `PAGE_TTL` seconds; then the page is requested again, with its `ETag` and `Last-Modified`. A page that does not exist, is private or cannot be read gets a card with the name of the site. What visitors cause has a rate limit and a daily quota of its own, apart from the limit and quota of the site's account. docs/sites.md in the source code describes the mapping.",
      path: "/og/page/{siteId}{path}.{format}",
      parameters: [
        pathParameter("siteId", "The site ID", Type.String({ pattern: "^[0-9A-Za-z]{16}$" })),
        {
          in: "path",
          name: "path",
          description: "The path of the page, with its first slash",
          schema: Type.String({ pattern: "^/" }),
          example: "/blog/my-post",
        },
        formatParameter,
      ],
      responses: {
        200: { ...imageResponse, headers },
        304: { description: "`If-None-Match` matches the image", headers },
      },
      errors: ["not_found"],
    },
    handler: respond,
  };
}

const headers = {
  ...imageHeaders,
  ...linkCacheHeader,
  "Content-Location": "the image's permanent link; absent for a fallback image",
  "X-Page": "the result of reading the page: `read`, or why the card is that of the site",
};

function invalidPath(): AppError {
  return new AppError("not_found", {
    message:
      "Invalid path of a page. Append the path as in the URL of the page, without `..`, empty segments and encoded slashes.",
  });
}

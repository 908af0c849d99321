import { AppError, noBrandName, parseTemplateName, invalidField, notFound } from "@placard/contracts";
import type { Response } from "express";
import { accountIdOf } from "../http/caller.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { Platform } from "../platform.ts";
import type { SiteDependencies } from "./feature.ts";
import { parsePagePath } from "./page-path.ts";
import { isMetadataName, metadataNames } from "./page-values.ts";
import type { SitePageReader } from "./site-pages.ts";
import { parseDomain } from "./site-domain.ts";
import { checkSite, type VerificationDependencies } from "./site-verification.ts";
import {
  newSite,
  purgeRequest,
  siteIdField,
  siteList,
  siteSettings,
  siteView,
  describeSite,
  verifiedSite,
  type SiteSettings,
} from "./site-schemas.ts";
import { actorOf } from "../account/account-fields.ts";
import type { Site, Sites } from "./site-store.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

/** The requests that a verification counts as: it sends requests to a server and to name servers. */
export const verificationCost = 10;

interface Deps extends Pick<SiteDependencies, "templates" | "brandStore" | "events"> {
  store: Sites;
  verification: VerificationDependencies;
  pages: SitePageReader;
}

export function siteEndpoints({ settings: { PUBLIC_URL, IMAGE_ALLOW_PRIVATE } }: Platform, deps: Deps) {
  const { store: sites, verification, pages, templates, brandStore, events } = deps;
  const toView = (site: Site) => describeSite(site, PUBLIC_URL);
  const parameters = [pathParameter("id", "The site ID", siteIdField)];

  async function findOwn(res: Response, id: string): Promise<Site> {
    const site = await sites.findOwn(accountIdOf(res), id);
    if (!site) throw notFound("Site");
    return site;
  }

  /** Throws AppError `validation_failed` if the account does not have what the settings name. */
  async function checkSettings(owner: string, { template, brand, map }: SiteSettings): Promise<void> {
    const details = [];
    const found =
      template === undefined ? undefined : await templates.catalog.find(parseTemplateName(template), owner);
    if (template !== undefined && !found)
      details.push({ path: "/template", message: "is not the name of a template that the account can use" });
    if (brand !== undefined && brand !== noBrandName && !(await brandStore.find(owner, brand)))
      details.push({
        path: "/brand",
        message: `must be the name of a brand of this account, or \`${noBrandName}\``,
      });
    if (map && template === undefined)
      details.push({ path: "/map", message: "needs `template`, whose fields it maps" });
    for (const field of found ? Object.keys(map ?? {}) : []) {
      if (!Object.hasOwn(found?.data.properties ?? {}, field))
        details.push({ path: `/map/${field}`, message: `is not a field of the template ${template}` });
    }
    for (const [field, source] of Object.entries(map ?? {})) {
      if (!isMetadataName(source))
        details.push({
          path: `/map/${field}`,
          message: `must be one of ${metadataNames.join(", ")}, or start with meta. or jsonLd.; this is ${source}`,
        });
    }
    if (details.length > 0) throw new AppError("validation_failed", { details });
  }

  const create = jsonEndpoint({
    id: "createSite",
    summary: "Add a site",
    description:
      "The pages of the site get cards once the domain is verified with `verifySite`. Several accounts can add one domain: each verifies it with a token of its own.",
    body: newSite,
    examples: { domain: { domain: "blog.example.com", brand: "default" } },
    responses: { 201: jsonResponse("The new site", siteView) },
    errors: ["limit_reached"],
    async handle({ body: { domain: given, ...settings }, owner, res }) {
      const domain = parseDomain(given, { allowPrivateAddresses: IMAGE_ALLOW_PRIVATE });
      if (domain === undefined)
        throw invalidField(
          "/domain",
          "must be a public host name such as blog.example.com, without https:// and path",
        );
      await checkSettings(owner, settings);
      const site = await sites.create(owner, domain, settings);
      await events.recordEvent({ ...actorOf(res), type: "site_created", siteId: site.id });
      return toView(site);
    },
  });

  const list = jsonEndpoint({
    id: "listSites",
    summary: "List your sites",
    description: "Lists the sites of your account, the oldest first.",
    responses: { 200: jsonResponse("The sites, the oldest first", siteList) },
    async handle({ owner }) {
      const all = await sites.list(owner);
      return { sites: all.map(toView) };
    },
  });

  const get = jsonEndpoint({
    id: "getSite",
    summary: "Get a site",
    description: "Returns a site of your account, with how to verify its domain.",
    parameters,
    responses: { 200: jsonResponse("The site", siteView) },
    errors: ["not_found"],
    async handle({ params, res }) {
      return toView(await findOwn(res, params.id));
    },
  });

  const update = jsonEndpoint({
    id: "updateSite",
    summary: "Replace the settings of a site",
    description:
      "Settings that are absent get their default. All pages are read again when their links are next followed. The domain can't be changed: add another site.",
    parameters,
    body: siteSettings,
    examples: { template: { template: "docs", map: { title: "title" } } },
    responses: { 200: jsonResponse("The site", siteView) },
    errors: ["not_found"],
    async handle({ body: settings, params, owner }) {
      await checkSettings(owner, settings);
      const site = await sites.update(owner, params.id, settings);
      if (!site) throw notFound("Site");
      return toView(site);
    },
  });

  const verify = jsonEndpoint({
    id: "verifySite",
    summary: "Verify the domain of a site",
    description:
      "Looks for the token of the site in the TXT record and in the file of `verification`; one of them is enough. A verified site stays verified. If the token is in neither place, `verifiedAt` is still null, and `checks` says what was found.",
    parameters,
    responses: { 200: jsonResponse("The site, and what was found", verifiedSite) },
    errors: ["not_found"],
    async handle({ params, owner, res }) {
      const site = await findOwn(res, params.id);
      const checks = await checkSite(verification, site);
      if (site.verifiedAt === undefined && checks.some(({ isFound }) => isFound)) {
        if (!(await sites.setVerified(owner, site.id))) throw notFound("Site");
        await events.recordEvent({ ...actorOf(res), type: "site_verified", siteId: site.id });
      }
      const current = await findOwn(res, site.id);
      return { ...toView(current), checks };
    },
  });

  const purge = jsonEndpoint({
    id: "purgeSite",
    summary: "Purge the cached pages of a site",
    description:
      "Purges a page, or all pages of the site, from the cache. A page is read again when its link is next followed. Copies of images in browsers and other caches are kept until they expire.",
    parameters,
    body: purgeRequest,
    examples: { page: { path: "/blog/my-post" }, site: {} },
    responses: { 200: emptyResponse("The pages are purged") },
    errors: ["not_found"],
    async handle({ body: { path: given }, params, res }) {
      const site = await findOwn(res, params.id);
      const path = given === undefined ? undefined : parsePagePath(given);
      if (given !== undefined && path === undefined)
        throw invalidField("/path", "must be the path of a page, such as /blog/my-post, without query");
      if (path !== undefined) await pages.purge(site, path);
      else if (!(await sites.purgePages(site.owner, site.id))) throw notFound("Site");
      return {};
    },
  });

  const deleteOwn = jsonEndpoint({
    id: "deleteSite",
    summary: "Delete a site",
    description: "The links of its pages respond with 404 from then on.",
    parameters,
    responses: { 200: emptyResponse("The site is deleted") },
    errors: ["not_found"],
    async handle({ params: { id }, owner, res }) {
      if (!(await sites.delete(owner, id))) throw notFound("Site");
      await events.recordEvent({ ...actorOf(res), type: "site_deleted", siteId: id });
      return {};
    },
  });

  return { create, list, get, update, verify, purge, delete: deleteOwn };
}

import {
  AppError,
  defaultBrandName,
  noBrandName,
  type OutputFormat,
  type RenderRequest,
} from "@placard/contracts";
import { parseGenerateRequest } from "../images/parse-generate-request.ts";
import type { SiteDependencies } from "./feature.ts";
import type { CreatePageCard } from "./page-card.ts";
import { defaultTemplate } from "./page-values.ts";
import type { PageCard } from "./page-store.ts";
import type { Site } from "./site-store.ts";

/**
 * The request for a card of a page of a site, in the site's brand. It is the fallback card without a card, or
 * if its template has changed or was deleted. Rejects as parseGenerateRequest.
 */
export type CreateSiteCardRequest = (
  site: Site,
  card: PageCard | undefined,
  format: OutputFormat,
  requestId: string,
) => Promise<RenderRequest>;

/** The errors of a card whose template has changed or was deleted. */
const templateErrors: ReadonlySet<string> = new Set(["validation_failed", "unknown_template", "gone"]);

/** Creates the function that creates the generate requests for the cards of sites. */
export function createSiteCardRequests(
  { templates: { catalog }, brandStore }: SiteDependencies,
  createCard: CreatePageCard,
): CreateSiteCardRequest {
  /** The brand of a site's cards: the default one if the site's own no longer exists. */
  async function findBrandName({ owner, settings: { brand } }: Site): Promise<string | undefined> {
    if (brand === undefined || brand === noBrandName) return brand;
    return (await brandStore.find(owner, brand)) && brand;
  }

  /** A card with the name of the site. */
  async function fallbackCard(
    { owner, domain, settings }: Site,
    brandName: string | undefined,
  ): Promise<PageCard> {
    const stored =
      brandName === noBrandName ? undefined : await brandStore.find(owner, brandName ?? defaultBrandName);
    const title = stored?.brand.displayName ?? stored?.brand.site ?? domain;
    const values = (name: string) => (name === "title" || name === "siteName" ? title : undefined);
    const card = await createCard({ owner, settings, values, template: defaultTemplate });
    return card ?? { template: defaultTemplate, data: { title } };
  }

  return async (site, card, format, requestId) => {
    const { id: keyId, owner } = site;
    const brand = await findBrandName(site);
    const parse = async ({ template, data, locale }: PageCard) => {
      const options = {
        format,
        ...(brand !== undefined && { brand }),
        ...(locale !== undefined && { locale }),
      };
      // Without the names of other brands, which would only be in an error.
      const lookup = { find: brandStore.find };
      const caller = { owner, requestId, keyId };
      return await parseGenerateRequest(catalog, { template, data, options }, caller, lookup);
    };
    try {
      if (card) return await parse(card);
    } catch (error) {
      if (!(error instanceof AppError) || !templateErrors.has(error.code)) throw error;
    }
    return await parse(await fallbackCard(site, brand));
  };
}

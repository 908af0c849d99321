import type { Brands, SecurityEvents } from "@placard/accounts";
import type { Logger } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import type { TemplateCatalog } from "@placard/templates";
import { createDrawPreview, type DrawPreview } from "./draw-preview.ts";
import { createGenerate, type Generate } from "./generate.ts";
import type { ImageRequests } from "./image-requests.ts";
import type { BrandLookup } from "./parse-generate-request.ts";
import { createBrandFallbacks, type BrandFallbacks } from "../brands/brand-fallbacks.ts";
import { createLinkResponder, type RespondToLink } from "../links/link-responder.ts";
import type { PlainFallbacks } from "../links/plain-fallbacks.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { ListedTemplate } from "../templates/listed-template.ts";
import type { UsageRecorder } from "../account/usage-recorder.ts";

export interface SharedDeps {
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
  catalog: TemplateCatalog<ListedTemplate>;
  /** The templates in the API description. */
  templates: readonly ListedTemplate[];
  brands: Brands;
  requests: Pick<ImageRequests, "requestImage" | "startImage" | "findProgress">;
  store: Pick<ImageStore, "get" | "put" | "delete">;
  events: SecurityEvents;
  usageRecorder: Pick<UsageRecorder, "recordCacheHit">;
  /** LINK_BUDGET_MS. */
  linkBudgetMs: number;
  plainFallbacks: PlainFallbacks;
  metrics: GatewayMetrics;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** What the routes of several areas use. */
export interface Shared extends Pick<
  SharedDeps,
  "publicUrl" | "catalog" | "templates" | "metrics" | "logger" | "now"
> {
  brandLookup: BrandLookup;
  generate: Generate;
  linkOf: Generate["linkOf"];
  drawPreview: DrawPreview;
  brandFallbacks: BrandFallbacks;
  respondToLink: RespondToLink;
  recordCacheHit: UsageRecorder["recordCacheHit"];
  recordEvent: SecurityEvents["recordEvent"];
}

/** Creates what the routes of several areas use. */
export function createShared(deps: SharedDeps): Shared {
  const { publicUrl, catalog, templates, brands, store, metrics, logger, now } = deps;
  const { recordCacheHit } = deps.usageRecorder;
  const { recordEvent } = deps.events;
  const { countLink, countGenerate, countFallback } = metrics;
  const brandLookup: BrandLookup = {
    find: async (owner, name) => (await brands.find(owner, name))?.brand,
    listNames: async (owner) => (await brands.list(owner)).map(({ name }) => name),
  };
  const generate = createGenerate({ ...deps, brandLookup, countGenerate, recordCacheHit });
  const drawPreview = createDrawPreview(deps);
  const brandFallbacks = createBrandFallbacks({ store, drawPreview, logger, now });
  const respondToLink = createLinkResponder({
    budgetMs: deps.linkBudgetMs,
    plainFallbacks: deps.plainFallbacks,
    findBrandFallback: brandFallbacks.find,
    countLink,
    countFallback,
    logger,
    now,
  });
  return {
    publicUrl,
    catalog,
    templates,
    brandLookup,
    generate,
    linkOf: generate.linkOf,
    drawPreview,
    brandFallbacks,
    respondToLink,
    recordCacheHit,
    recordEvent,
    metrics,
    logger,
    now,
  };
}

import type { SecurityEvents } from "@placard/accounts";
import type { Assets } from "../assets/feature.ts";
import type { Brands } from "../brands/feature.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { jsonBody } from "../http/json-body.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { Brands as BrandStore } from "../brands/brand-store.ts";
import type { QueueAdmission } from "../images/queue-admission.ts";
import type { Platform } from "../platform.ts";
import { countDocument, maxDocumentBytes } from "./document-input.ts";
import { draftEndpoints, maxDraftBytes } from "./drafts.ts";
import { createProofs, proofCost } from "./proofs.ts";
import { reviewEndpoints } from "./reviews.ts";
import { createDrawDocument, templatePreviewEndpoints } from "./template-preview.ts";
import { proofTemplate } from "./template-proof.ts";
import type { TemplateSources } from "./template-sources.ts";
import { templateVersionEndpoints } from "./template-versions.ts";
import { templateEndpoints } from "./templates.ts";

/** What templates need of other features. */
export interface TemplateDependencies {
  admission: QueueAdmission;
  events: SecurityEvents;
  limits: Limits;
  sources: TemplateSources;
  assets: Assets;
  brands: Brands;
  brandStore: BrandStore;
  images: Images;
}

/** Templates: listed, published, previewed and proofed. */
export function createTemplates(platform: Platform, deps: TemplateDependencies): Feature {
  const { sources, assets, events } = deps;
  const { accountTemplates } = sources;
  const findAsset = assets.findForDocument;
  const proofs = createProofs(platform, deps.admission);
  const templates = templateEndpoints(sources, assets.uploads);
  const versions = templateVersionEndpoints(sources, findAsset, events);
  const draw = createDrawDocument(deps);
  const previews = templatePreviewEndpoints(deps, draw);
  const proof = proofTemplate(accountTemplates, findAsset, deps.brandStore, proofs);
  const drafts = draftEndpoints(sources);
  const reviews = reviewEndpoints(platform, { ...deps, limiter: deps.limits.reviews, draw });

  const path = "/api/v1/og/templates";
  const reader = access.reader();
  const creator = access.creator("templates:write", { countCost: countDocument });
  const publisher = access.publisher("templates:write", { countCost: countDocument });
  const proofCreator = access.creator("templates:write", { cost: proofCost });
  const document = jsonBody(maxDocumentBytes);
  const draftEditor = access.creator("templates:write"); // a draft has no effect until it is published
  const reviewsPath = "/api/v1/og/reviews";
  return {
    tag: "templates",
    routes: [
      route("get", path, reader, templates.list),
      route("post", path, publisher, versions.create, document),
      route("post", `${path}/preview`, creator, previews.preview, document),
      route("post", `${path}/lint`, creator, previews.lint, document),
      route("get", `${path}/:id`, reader, templates.get),
      route("get", "/api/v1/og/starting-points", reader, templates.startingPoints),
      route("patch", `${path}/:id`, access.publisher("templates:write"), versions.update),
      route("delete", `${path}/:id`, access.remover("templates:write"), versions.delete),
      route("post", `${path}/:id/versions`, publisher, versions.publish, document),
      route("post", `${path}/:id/proof`, proofCreator, proof, document),
      route("get", "/api/v1/og/drafts", reader, drafts.list),
      route("get", `${path}/:id/draft`, reader, drafts.get),
      route("put", `${path}/:id/draft`, draftEditor, drafts.put, jsonBody(maxDraftBytes)),
      route("delete", `${path}/:id/draft`, draftEditor, drafts.delete),
      route("post", `${path}/:id/draft/review`, creator, reviews.createOfDraft),
      route("get", reviewsPath, reader, reviews.list),
      route("post", reviewsPath, creator, reviews.create, jsonBody(maxDraftBytes)),
      route("delete", `${reviewsPath}/:id`, draftEditor, reviews.delete),
      route("get", "/api/v1/review", access.reviewer, reviews.show),
      route("get", "/api/v1/review/picture", access.reviewer, reviews.picture),
      route("post", "/api/v1/review/comments", access.reviewer, reviews.comment),
    ],
    start: sources.start,
    stop: sources.stop,
  };
}

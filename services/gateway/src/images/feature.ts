import { createRenderQuota, createResultLimit } from "@placard/accounts";
import { createRenderResults } from "@placard/runtime";
import type { Usage } from "../account/usage.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { jsonBody, maxBodyBytes } from "../http/json-body.ts";
import { route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import type { WebhookFeature } from "../webhooks/feature.ts";
import { createAccountImages, type AccountImages } from "./account-images.ts";
import { batchHint, countBatch, countRequest, generateImages, maxBatchBytes } from "./batch.ts";
import { createDrawPreview, type DrawPreview } from "./draw-preview.ts";
import { generateImage } from "./generate-image.ts";
import { createGenerate, type Generate } from "./generate.ts";
import { deleteImage } from "./get-image.ts";
import { getJob } from "./get-job.ts";
import { createImageMemory } from "./image-memory.ts";
import { createImageRequests } from "./image-requests.ts";
import { accountImageEndpoints, listAccountImages } from "./own-images.ts";
import type { Brands } from "../brands/brand-store.ts";
import type { QueueAdmission } from "./queue-admission.ts";
import { createRenderJobs } from "./render-jobs.ts";
import { createRenderTurns } from "./render-turns.ts";
import { createStoredImages, type StoredImages } from "./stored-images.ts";

/** Images: generated, stored, listed and deleted. */
export interface Images extends Feature {
  readonly generate: Generate;
  readonly stored: StoredImages;
  readonly ofAccounts: AccountImages;
  readonly drawPreview: DrawPreview;
}

/** What images need of other features. */
export interface ImageDependencies {
  admission: QueueAdmission;
  templates: TemplateSources;
  brandStore: Brands;
  usage: Usage;
  webhooks: WebhookFeature;
}

/** Creates the images. */
export function createImages(platform: Platform, deps: ImageDependencies): Images {
  const { settings, redis, store, metrics, logger, now } = platform;
  const { admission, templates, usage, webhooks } = deps;
  const { catalog, described } = templates;
  const results = createRenderResults(redis);
  const quota = createRenderQuota({ redis, now, perDay: settings.DAILY_RENDERS });
  const limitResult = createResultLimit(usage.store, settings.DAILY_CACHED_RESULTS);
  const turns = createRenderTurns(redis, platform.queues.render);
  const jobs = createRenderJobs(platform, { admission, turns, quota, limitResult });
  const requests = createImageRequests(platform, results, jobs, admission);
  const memory = createImageMemory(platform, settings.IMAGE_MEMORY_MB * 1024 * 1024);
  metrics.exportImageMemory(memory.size);
  const stored = createStoredImages(platform, { memory, results, catalog, requests, quota });
  const ofAccounts = createAccountImages({ store });
  const generate = createGenerate(platform, deps, requests);

  const one = generateImage(generate, described, settings.PUBLIC_URL);
  const oneAccess = access.creator("images:write", { countCost: countRequest });
  const batch = generateImages(platform, generate, described, webhooks);
  const batchAccess = access.key("images:write", { countCost: countBatch });
  const job = getJob(requests.findProgress, generate.withLink);
  const deleted = deleteImage(stored, logger);
  const { linkOf } = generate;
  const list = listAccountImages(ofAccounts, linkOf);
  const details = accountImageEndpoints({ images: ofAccounts, stored, brands: deps.brandStore, linkOf });
  return {
    generate,
    stored,
    ofAccounts,
    drawPreview: createDrawPreview(platform, requests),
    tag: "images",
    routes: [
      route("post", "/api/v1/og/generate", oneAccess, one, jsonBody(maxBodyBytes, batchHint)),
      route("post", "/api/v1/og/generate/batch", batchAccess, batch, jsonBody(maxBatchBytes, batchHint)),
      route("get", "/api/v1/og/jobs/:id", access.reader(), job),
      route("delete", "/api/v1/og/images/:id", access.remover("images:delete"), deleted),
      route("get", "/api/v1/account/images", access.session, list),
      route("get", "/api/v1/account/images/:id", access.session, details.get),
      route("post", "/api/v1/account/images/:id/render", access.creator("images:write"), details.render),
    ],
    start: requests.subscribe,
    stop: requests.close,
  };
}

import type { Accounts, RequestStates, SecurityEvents } from "@placard/accounts";
import { listAccountImages } from "./own-images.ts";
import { batchCost, batchHint, countImages, generateImages, maxBatchBytes } from "./batch.ts";
import { checkLink } from "../links/check-link.ts";
import { checkPage, pageCheckCost } from "../page-check/page-check-endpoint.ts";
import { generateAccountImage, generateImage } from "./generate-image.ts";
import { deleteImage } from "./get-image.ts";
import { getJob } from "./get-job.ts";
import { answerRepeatedRequests } from "./repeated-requests.ts";
import { jsonBody, maxBodyBytes } from "../http/json-body.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { route, type Route } from "../http/route.ts";
import type { ImageGallery } from "./image-gallery.ts";
import type { ImageRequests } from "./image-requests.ts";
import type { StoredImages } from "./stored-images.ts";
import type { CheckPage } from "../page-check/check-page.ts";
import type { Outbox } from "../webhooks/outbox.ts";
import { perAccount } from "../http/access.ts";
import type { Shared } from "./shared.ts";

export interface ImageRouteDeps {
  accounts: Accounts;
  requestStates: RequestStates;
  events: SecurityEvents;
  requests: Pick<ImageRequests, "findProgress">;
  images: StoredImages;
  imageGallery: ImageGallery;
  checkPage: CheckPage;
  emitWebhookEvent: Outbox["emit"];
  accountLimiter: RateLimiter;
  apiLimiter: RateLimiter;
}

/** Images: generated, listed and deleted; and checks of the links and pages that show them. */
export function imageRoutes(deps: ImageRouteDeps, shared: Shared): Route[] {
  const { accounts, images, accountLimiter, apiLimiter } = deps;
  const { access, generate, linkOf } = shared;
  const { session, perUser, perKeyOwner, verified, sessionOrKey } = access;
  const repeated = answerRepeatedRequests({
    ...shared,
    ...shared.metrics,
    states: deps.requestStates,
    apiLimiter,
    catalogRevision: shared.catalog.revision,
  });
  const writer = access.apiKey("images:write");
  const reader = sessionOrKey();
  const deleter = sessionOrKey("images:delete");
  const pageChecker = sessionOrKey(undefined, pageCheckCost);
  const perBatch = perAccount(apiLimiter, batchCost(apiLimiter.perMinute));
  // The first size was charged before the body was read.
  const perFurtherSize = (limiter: RateLimiter) =>
    perAccount(limiter, ({ body }) => Math.min(countImages(body), limiter.perMinute) - 1);
  const body = jsonBody();
  const generateBody = jsonBody(maxBodyBytes, batchHint);
  const batchBody = jsonBody(maxBatchBytes, batchHint);

  const batch = generateImages({ ...shared, emitWebhookEvent: deps.emitWebhookEvent });
  const list = listAccountImages({ gallery: deps.imageGallery, linkOf });
  const job = getJob({ ...deps.requests, ...generate });
  const linkCheck = checkLink({ ...shared, ...accounts, ...deps.events });

  return [
    route(
      "post",
      "/api/v1/og/generate",
      [repeated, writer, perKeyOwner, generateBody, perFurtherSize(apiLimiter)],
      generateImage(shared),
    ),
    route("post", "/api/v1/og/generate/batch", [writer, batchBody, perBatch], batch),
    route("get", "/api/v1/account/images", [session, perUser], list),
    route(
      "post",
      "/api/v1/account/images",
      [session, perUser, verified, body, perFurtherSize(accountLimiter)],
      generateAccountImage(shared),
    ),
    route("get", "/api/v1/og/jobs/:id", [reader], job),
    route("delete", "/api/v1/og/images/:id", [deleter], deleteImage({ images, logger: shared.logger })),
    route("get", "/api/v1/og/check-link", [reader], linkCheck),
    route("get", "/api/v1/check", [pageChecker], checkPage(deps)),
  ];
}

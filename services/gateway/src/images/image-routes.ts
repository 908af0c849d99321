import type { Accounts, SecurityEvents } from "@placard/accounts";
import { listAccountImages } from "./own-images.ts";
import { batchHint, countBatch, countRequest, generateImages, maxBatchBytes } from "./batch.ts";
import { checkLink } from "../links/check-link.ts";
import { checkPage, pageCheckCost } from "../page-check/page-check-endpoint.ts";
import { generateImage } from "./generate-image.ts";
import { deleteImage } from "./get-image.ts";
import { getJob } from "./get-job.ts";
import { jsonBody, maxBodyBytes } from "../http/json-body.ts";
import { route, type Route } from "../http/route.ts";
import type { AccountImages } from "./account-images.ts";
import type { ImageRequests } from "./image-requests.ts";
import type { StoredImages } from "./stored-images.ts";
import type { CheckPage } from "../page-check/check-page.ts";
import type { Outbox } from "../webhooks/outbox.ts";
import { access } from "../http/access.ts";
import type { Shared } from "./shared.ts";

export interface ImageRouteDeps {
  accounts: Accounts;
  events: SecurityEvents;
  requests: Pick<ImageRequests, "findProgress">;
  images: StoredImages;
  accountImages: AccountImages;
  checkPage: CheckPage;
  emitWebhookEvent: Outbox["emit"];
}

/** Images: generated, listed and deleted; and checks of the links and pages that show them. */
export function imageRoutes(deps: ImageRouteDeps, shared: Shared): Route[] {
  const { accounts, images } = deps;
  const { generate, linkOf } = shared;
  const generateAccess = access.verifiedSessionOrKey("images:write", { countCost: countRequest });
  const batchAccess = access.key("images:write", { countCost: countBatch });
  const batch = generateImages({ ...shared, emitWebhookEvent: deps.emitWebhookEvent });
  const list = listAccountImages({ accountImages: deps.accountImages, linkOf });
  const deleted = deleteImage({ images, logger: shared.logger });
  const job = getJob({ ...deps.requests, ...generate });
  const linkCheck = checkLink({ ...shared, ...accounts, ...deps.events });

  return [
    route(
      "post",
      "/api/v1/og/generate",
      generateAccess,
      generateImage(shared),
      jsonBody(maxBodyBytes, batchHint),
    ),
    route("post", "/api/v1/og/generate/batch", batchAccess, batch, jsonBody(maxBatchBytes, batchHint)),
    route("get", "/api/v1/account/images", access.session, list),
    route("get", "/api/v1/og/jobs/:id", access.sessionOrKey(), job),
    route("delete", "/api/v1/og/images/:id", access.sessionOrKey("images:delete"), deleted),
    route("get", "/api/v1/og/check-link", access.sessionOrKey(), linkCheck),
    route("get", "/api/v1/check", access.sessionOrKey(undefined, { cost: pageCheckCost }), checkPage(deps)),
  ];
}

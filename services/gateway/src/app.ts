import type { SigningKeys } from "@placard/accounts";
import { AppError } from "@placard/contracts";
import type { Logger, HealthChecks } from "@placard/runtime";
import express, { type Express, type RequestHandler } from "express";
import type { GatewayMetrics } from "./metrics/gateway-metrics.ts";
import { requestId } from "./http/request-id.ts";
import { sendError } from "./http/send-error.ts";
import { healthRoutes } from "./api/health.ts";
import { batchRoutes } from "./api/batch.ts";
import { imageRemovalRoutes } from "./api/image-removal.ts";
import { imageRoutes } from "./api/images.ts";
import { jobRoutes } from "./api/jobs.ts";
import { createReference } from "./docs/reference-routes.ts";
import { renderRoutes } from "./api/renders.ts";
import { route, rowsOf, serveRoutes, type Middleware, type Route, type Routes } from "./http/route.ts";
import { signedLinkRoutes } from "./api/signed-links.ts";
import { templateRoutes } from "./api/templates.ts";
import { createGenerate } from "./images/generate.ts";
import type { Renders } from "./images/renders.ts";
import type { StoredImages } from "./images/stored-images.ts";

interface Deps {
  logger: Logger;
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
  /** Express's setting. */
  trustProxy: boolean | number | string;
  /** Authenticates an API key. */
  authenticate: Middleware;
  /** Rate-limits the key: one request, and the many of a batch. */
  limit: Middleware;
  batchLimit: Middleware;
  /** What people use: the page, ceremonies, sessions, passkeys, API keys and signing keys. */
  peopleRoutes: Routes;
  renders: Pick<Renders, "requestImage" | "startImage" | "progressOf">;
  images: StoredImages;
  signingKeys: Pick<SigningKeys, "find" | "touch">;
  /** Whether this gateway is being stopped. */
  isStopping: () => boolean;
  /** What readiness asks. */
  parts: HealthChecks;
  metrics: GatewayMetrics;
  /** Goes before everything else: traces, where they are on. */
  outermost: RequestHandler[];
  /** Epoch ms. */
  now: () => number;
}

/** The public routes, in order. */
export function createApp({
  logger,
  publicUrl,
  trustProxy,
  authenticate,
  limit,
  batchLimit,
  peopleRoutes,
  renders,
  images,
  signingKeys,
  parts,
  isStopping,
  metrics,
  outermost,
  now,
}: Deps): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", "simple").set("trust proxy", trustProxy);
  app.enable("case sensitive routing").enable("strict routing");

  const guard = [authenticate, limit];
  const generate = createGenerate({ renders, countGenerate: metrics.countGenerate, publicUrl });
  const { countLink } = metrics;
  const reference = createReference({ routes: () => routes, publicUrl });
  const groups: Routes = {
    ...renderRoutes({ guard, generate, publicUrl }),
    ...batchRoutes({ authenticate, limit: batchLimit, generate: generate.generate, logger }),
    ...jobRoutes({ guard, progressOf: renders.progressOf, linked: generate.linked }),
    ...imageRemovalRoutes({ guard, removeImage: images.remove, logger }),
    ...templateRoutes({ guard }),
    ...imageRoutes({ findImage: images.find, countLink, now }),
    ...signedLinkRoutes({ signingKeys, obtainImage: images.obtain, countLink, logger, publicUrl, now }),
    ...peopleRoutes,
    ...healthRoutes({ parts, isStopping, logger }),
  };

  const routes: Route[] = [
    ...rowsOf(groups),
    route("get", "/api/v1/openapi.json", [], reference.openApi),
    route("get", "/docs", [], reference.page),
  ];
  app.use(...outermost, requestId(logger, metrics.observeRequest));
  serveRoutes(app, routes);
  app.use(() => {
    throw new AppError("not_found");
  });
  app.use(sendError(logger, metrics.countError));
  return app;
}

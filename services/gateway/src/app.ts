import { AppError } from "@placard/contracts";
import type { Logger, Parts } from "@placard/runtime";
import express, { type Express, type RequestHandler } from "express";
import type { GatewayMetrics } from "./metrics/gateway-metrics.ts";
import { requestId } from "./middleware/request-id.ts";
import { sendError } from "./middleware/send-error.ts";
import { healthRoutes } from "./routes/health.ts";
import { imageRoutes } from "./routes/images.ts";
import { renderRoutes } from "./routes/renders.ts";
import { serve, type Routes } from "./routes/routes.ts";
import { templateRoutes } from "./routes/templates.ts";
import type { Renders } from "./renders/renders.ts";
import type { StoredImages } from "./renders/stored-images.ts";

interface Deps {
  logger: Logger;
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
  /** Express's setting. */
  trustProxy: boolean | number | string;
  /** Authenticates an API key, then rate-limits it. */
  keyGuard: RequestHandler[];
  /** What people use: the page, ceremonies, sessions, passkeys and keys. */
  peopleRoutes: Routes;
  requestImage: Renders["requestImage"];
  findImage: StoredImages["find"];
  /** Whether this gateway is being stopped. */
  isStopping: () => boolean;
  /** What readiness asks. */
  parts: Parts;
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
  keyGuard,
  peopleRoutes,
  requestImage,
  findImage,
  parts,
  isStopping,
  metrics,
  outermost,
  now,
}: Deps): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", "simple").set("trust proxy", trustProxy);
  app.enable("case sensitive routing").enable("strict routing");

  app.use(...outermost, requestId(logger, metrics.observeRequest));
  serve(app, {
    ...renderRoutes({ guard: keyGuard, requestImage, countGenerate: metrics.countGenerate, publicUrl }),
    ...templateRoutes({ guard: keyGuard }),
    ...peopleRoutes,
    ...imageRoutes({ findImage, countLink: metrics.countLink, now }),
    ...healthRoutes({ parts, isStopping, logger }),
  });
  app.use(() => {
    throw new AppError("not_found");
  });
  app.use(sendError(logger, metrics.countError));
  return app;
}

import { AppError } from "@placard/contracts";
import type { Logger, HealthChecks } from "@placard/runtime";
import express, { type Express, type RequestHandler } from "express";
import type { GatewayMetrics } from "./metrics/gateway-metrics.ts";
import type { SigningKeys } from "./accounts/signing-keys.ts";
import { requestId } from "./middleware/request-id.ts";
import { sendError } from "./middleware/send-error.ts";
import { healthRoutes } from "./routes/health.ts";
import { batchRoutes } from "./routes/batch.ts";
import { imageRemovalRoutes } from "./routes/image-removal.ts";
import { imageRoutes } from "./routes/images.ts";
import { jobRoutes } from "./routes/jobs.ts";
import { referenceRoutes } from "./routes/reference.ts";
import { renderRoutes } from "./routes/renders.ts";
import { serve, type Routes } from "./routes/routes.ts";
import { signedLinkRoutes } from "./routes/signed-links.ts";
import { templateRoutes } from "./routes/templates.ts";
import { createGenerate } from "./renders/generate.ts";
import type { Renders } from "./renders/renders.ts";
import type { StoredImages } from "./renders/stored-images.ts";

interface Deps {
  logger: Logger;
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
  /** Express's setting. */
  trustProxy: boolean | number | string;
  /** Authenticates an API key. */
  authenticate: RequestHandler;
  /** Rate-limits the key: one request, and the many of a batch. */
  limit: RequestHandler;
  batchLimit: RequestHandler;
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
  const routes: Routes = {
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

  app.use(...outermost, requestId(logger, metrics.observeRequest));
  serve(app, { ...routes, ...referenceRoutes({ routes, publicUrl }) });
  app.use(() => {
    throw new AppError("not_found");
  });
  app.use(sendError(logger, metrics.countError));
  return app;
}

import { parseTrustProxy } from "@placard/runtime";
import type { Tracer } from "@opentelemetry/api";
import express, { type Express, type RequestHandler } from "express";
import type { Features } from "./features.ts";
import { warnAboutForwardedFor } from "./http/client-address.ts";
import { requestId } from "./http/request-id.ts";
import { serveRoutes } from "./http/route.ts";
import { sendError } from "./http/send-error.ts";
import { traceRequests } from "./http/trace-requests.ts";
import { handleUnknownPaths } from "./http/unknown-path.ts";
import type { Platform } from "./platform.ts";

/** Browsers use https for this host for a year (RFC 6797). Subdomains may be other services. */
const strictTransportSecurity: RequestHandler = (_req, res, next) => {
  res.setHeader("Strict-Transport-Security", "max-age=31536000");
  next();
};

/** Creates the public app: the routes of all features, and what comes before and after them. */
export function createApp(
  { settings, metrics, logger }: Platform,
  features: Features,
  tracer?: Tracer,
): Express {
  const app = express();
  const trustProxy = parseTrustProxy(settings.TRUST_PROXY);
  app
    .disable("x-powered-by")
    .disable("etag")
    .enable("case sensitive routing")
    .enable("strict routing")
    .set("query parser", "simple")
    .set("trust proxy", trustProxy);
  if (tracer) app.use(traceRequests(tracer));
  app.use(requestId(logger, metrics.observeRequest));
  if (settings.PUBLIC_URL.startsWith("https:")) app.use(strictTransportSecurity);
  if (trustProxy === false) app.use(warnAboutForwardedFor(logger, metrics.countIgnoredForwardedFor));
  app.use(serveRoutes(features.routes, features.guard));
  app.use(handleUnknownPaths(features.routes));
  app.use(sendError(logger, metrics.countError));
  return app;
}

import type { Accounts } from "@placard/accounts";
import { AppError } from "@placard/contracts";
import type { Logger, HealthChecks } from "@placard/runtime";
import express, { type Express, type RequestHandler } from "express";
import type { GatewayMetrics } from "./metrics/gateway-metrics.ts";
import { requestId } from "./http/request-id.ts";
import { sendError } from "./http/send-error.ts";
import { healthRoutes } from "./api/health.ts";
import { batchRoutes } from "./api/batch.ts";
import { imageRemovalRoutes } from "./api/image-removal.ts";
import { apiKeyEndpoints } from "./api/api-keys.ts";
import { loginEndpoints } from "./api/login.ts";
import { passkeyEndpoints } from "./api/passkeys.ts";
import { registrationEndpoints } from "./api/registration.ts";
import { sessionEndpoints } from "./api/sessions.ts";
import { signingKeyEndpoints } from "./api/signing-keys.ts";
import { jsonBody } from "./http/json-body.ts";
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
  /** Requires a session; finds one if there is one. */
  session: Middleware;
  optionalSession: Middleware;
  /** Limits the requests of a client address to the passkey ceremonies. */
  authLimit: Middleware;
  accounts: Accounts;
  /** The pages of the console. */
  consoleRoutes: Routes;
  renders: Pick<Renders, "requestImage" | "startImage" | "progressOf">;
  images: StoredImages;
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
  session,
  optionalSession,
  authLimit,
  accounts,
  consoleRoutes,
  renders,
  images,
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
  const { countLink, countCeremony } = metrics;
  const registration = registrationEndpoints({ ...accounts, countCeremony, logger });
  const login = loginEndpoints({ ...accounts, countCeremony, logger });
  const sessions = sessionEndpoints({ ...accounts, logger });
  const passkeys = passkeyEndpoints({ ...accounts, logger });
  const apiKeys = apiKeyEndpoints({ ...accounts, logger, now });
  const signingKeys = signingKeyEndpoints({ ...accounts, logger, now });
  const body = jsonBody();
  const reference = createReference({ routes: () => routes, publicUrl });
  const groups: Routes = {
    ...renderRoutes({ guard, generate, publicUrl }),
    ...batchRoutes({ authenticate, limit: batchLimit, generate: generate.generate, logger }),
    ...jobRoutes({ guard, progressOf: renders.progressOf, linked: generate.linked }),
    ...imageRemovalRoutes({ guard, removeImage: images.remove, logger }),
    ...templateRoutes({ guard }),
    ...imageRoutes({ findImage: images.find, countLink, now }),
    ...signedLinkRoutes({ ...accounts, obtainImage: images.obtain, countLink, logger, publicUrl, now }),
    ...consoleRoutes,
    ...healthRoutes({ parts, isStopping, logger }),
  };

  const routes: Route[] = [
    ...rowsOf(groups),
    route("post", "/api/v1/auth/register/start", [authLimit, optionalSession, body], registration.start),
    route("post", "/api/v1/auth/register/finish", [authLimit, optionalSession, body], registration.finish),
    route("post", "/api/v1/auth/login/start", [authLimit, body], login.start),
    route("post", "/api/v1/auth/login/finish", [authLimit, body], login.finish),
    route("get", "/api/v1/auth/session", [session], sessions.get),
    route("post", "/api/v1/auth/logout", [session], sessions.logout),
    route("get", "/api/v1/auth/sessions", [session], sessions.list),
    route("delete", "/api/v1/auth/sessions/:id", [session], sessions.delete),
    route("get", "/api/v1/auth/passkeys", [session], passkeys.list),
    route("patch", "/api/v1/auth/passkeys/:id", [session, body], passkeys.rename),
    route("delete", "/api/v1/auth/passkeys/:id", [session], passkeys.delete),
    route("get", "/api/v1/keys", [session], apiKeys.list),
    route("post", "/api/v1/keys", [session, body], apiKeys.create),
    route("delete", "/api/v1/keys/:id", [session], apiKeys.revoke),
    route("get", "/api/v1/signing-keys", [session], signingKeys.list),
    route("post", "/api/v1/signing-keys", [session, body], signingKeys.create),
    route("delete", "/api/v1/signing-keys/:id", [session], signingKeys.revoke),
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

import type { RelyingParty } from "@placard/accounts";
import type { HealthChecks } from "@placard/runtime";
import express, { type Express, type RequestHandler } from "express";
import type { ConsoleFiles } from "./console/console.ts";
import { getLiveness, getReadiness } from "./health/health.ts";
import { wellKnownRoutes } from "./docs/well-known.ts";
import { createDocs } from "./docs/docs-routes.ts";
import type { GuideGroup } from "./docs/guides.ts";
import { warnAboutForwardedFor } from "./http/client-address.ts";
import { createDispatcher, type Dispatch } from "./http/dispatch.ts";
import { jsonBody } from "./http/json-body.ts";
import { requestId } from "./http/request-id.ts";
import { route, serveRoutes, type Route } from "./http/route.ts";
import { sendError } from "./http/send-error.ts";
import { strictTransportSecurity } from "./http/strict-transport-security.ts";
import { handleUnknownPaths } from "./http/unknown-path.ts";
import { mcpEndpoint } from "./mcp/mcp-endpoint.ts";
import { accountRoutes, type AccountRouteDeps } from "./account/account-routes.ts";
import { authRoutes, type AuthRouteDeps } from "./passkeys/auth-routes.ts";
import { imageRoutes, type ImageRouteDeps } from "./images/image-routes.ts";
import { linkRoutes, type LinkRouteDeps } from "./links/link-routes.ts";
import { createShared, type SharedDeps } from "./images/shared.ts";
import { siteRoutes, type SiteRouteDeps } from "./sites/site-routes.ts";
import { templateRoutes, type TemplateRouteDeps } from "./templates/template-routes.ts";
import { maxDocumentBytes } from "./templates/document-input.ts";

interface AppDeps {
  /** The URL of this gateway's own listener, without a trailing slash; available while it listens. */
  localUrl: () => string;
  /** Express's `trust proxy` setting. */
  trustProxy: false | number | string;
  relyingParty: RelyingParty;
  console: ConsoleFiles;
  guideGroups: readonly GuideGroup[];
  /** Whether this gateway is shutting down. */
  isStopping: () => boolean;
  healthChecks: HealthChecks;
  /** Middleware that runs first: tracing, if it is on. */
  firstMiddleware: RequestHandler[];
}

type Deps = AppDeps &
  SharedDeps &
  ImageRouteDeps &
  TemplateRouteDeps &
  SiteRouteDeps &
  LinkRouteDeps &
  AuthRouteDeps &
  AccountRouteDeps;

/** The public app, and the handler of all requests, which finds most routes without the app's router. */
export interface PublicApp {
  app: Express;
  handle: Dispatch;
}

/** Creates the public app: every public route with its middleware and its endpoint. */
export function createApp(deps: Deps): PublicApp {
  const { logger, publicUrl, metrics } = deps;
  const shared = createShared(deps);
  const { apiKey, perKeyOwner } = shared.access;
  const mcp = mcpEndpoint({ logger, routes: () => routes, publicUrl, localUrl: deps.localUrl });
  const docs = createDocs({
    routes: () => routes,
    publicUrl,
    hashedPath: deps.console.hashedPath,
    guideGroups: deps.guideGroups,
  });
  const routes: Route[] = [
    ...imageRoutes(deps, shared),
    ...templateRoutes(deps, shared),
    ...siteRoutes(deps, shared),
    route("post", "/mcp", [apiKey(), perKeyOwner, jsonBody(maxDocumentBytes)], mcp),
    ...linkRoutes(deps, shared),
    ...authRoutes(deps, shared),
    ...accountRoutes(deps, shared),
    route("get", "/health/live", [], getLiveness),
    route("get", "/health/ready", [], getReadiness(deps)),
    route("get", "/api/v1/openapi.json", [], docs.openApi),
    ...docs.pages,
    ...wellKnownRoutes({ publicUrl, origins: deps.relyingParty.origins }),
    ...deps.console.routes,
  ];

  const app = express();
  app
    .disable("x-powered-by")
    .disable("etag")
    .set("query parser", "simple")
    .set("trust proxy", deps.trustProxy);
  app.enable("case sensitive routing").enable("strict routing");
  const first = [
    ...deps.firstMiddleware,
    requestId(logger, metrics.observeRequest),
    ...strictTransportSecurity(publicUrl),
    ...(deps.trustProxy === false ? [warnAboutForwardedFor(logger, metrics.countIgnoredForwardedFor)] : []),
  ];
  const handleError = sendError(logger, metrics.countError);
  app.use(...first);
  serveRoutes(app, routes);
  const { sendNotFoundPage } = docs;
  app.use(handleUnknownPaths({ routes, sendNotFoundPage, countError: metrics.countError }));
  app.use(handleError);
  return { app, handle: createDispatcher({ app, first, routes, handleError }) };
}

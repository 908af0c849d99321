import type { Accounts, RelyingParty } from "@placard/accounts";
import type { HealthChecks } from "@placard/runtime";
import express, { type Express, type RequestHandler } from "express";
import type { ConsoleFiles } from "./console/console.ts";
import { getLiveness, getReadiness } from "./health/health.ts";
import { wellKnownRoutes } from "./docs/well-known.ts";
import { createDocs } from "./docs/docs-routes.ts";
import type { GuideGroup } from "./docs/guides.ts";
import { warnAboutForwardedFor } from "./http/client-address.ts";
import { access } from "./http/access.ts";
import { createGuard } from "./http/guard.ts";
import { jsonBody } from "./http/json-body.ts";
import type { Limits } from "./http/rate-limit.ts";
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
  accounts: Accounts;
  limits: Limits;
  /** REQUIRE_VERIFIED_EMAIL. */
  requiresVerifiedEmail: boolean;
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

/** Creates the public app: every public route behind its access class. */
export function createApp(deps: Deps): Express {
  const { logger, publicUrl, metrics } = deps;
  const shared = createShared(deps);
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
    route("post", "/mcp", access.key(), mcp, jsonBody(maxDocumentBytes)),
    ...linkRoutes(deps, shared),
    ...authRoutes(deps, shared),
    ...accountRoutes(deps, shared),
    route("get", "/health/live", access.public, getLiveness),
    route("get", "/health/ready", access.public, getReadiness(deps)),
    route("get", "/api/v1/openapi.json", access.public, docs.openApi),
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
  app.use(
    ...deps.firstMiddleware,
    requestId(logger, metrics.observeRequest),
    ...strictTransportSecurity(publicUrl),
  );
  if (deps.trustProxy === false) app.use(warnAboutForwardedFor(logger, metrics.countIgnoredForwardedFor));
  app.use(serveRoutes(routes, createGuard(deps)));
  app.use(
    handleUnknownPaths({ routes, sendNotFoundPage: docs.sendNotFoundPage, countError: metrics.countError }),
  );
  app.use(sendError(logger, metrics.countError));
  return app;
}

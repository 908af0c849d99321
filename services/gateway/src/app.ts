import type {
  Accounts,
  Assets,
  Brands,
  RelyingParty,
  SecurityEvents,
  SignUpMode,
  Site,
  SitePages,
  Sites,
  TemplateRecords,
  UsageStore,
  WebhookDeliveries,
  Webhooks,
} from "@placard/accounts";
import type { ApiKeyScope } from "@placard/contracts";
import type { FetchPage } from "@placard/page-metadata";
import type { HealthChecks, Logger } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import type { CompileTemplate, TemplateDocuments } from "@placard/template-store";
import type { TemplateCatalog, TemplateDescription } from "@placard/templates";
import express, { type Express, type RequestHandler, type Response } from "express";
import { accountEndpoints } from "./api/account.ts";
import { exportAccount } from "./api/account-export.ts";
import { accountEventEndpoints } from "./api/account-events.ts";
import { listAccountImages } from "./api/account-images.ts";
import { accountUsageEndpoints } from "./api/account-usage.ts";
import { apiKeyEndpoints } from "./api/api-keys.ts";
import { getAuthConfig } from "./api/auth-config.ts";
import { checkLink } from "./api/check-link.ts";
import { checkPage, pageCheckCost } from "./api/check-page.ts";
import { batchCost, batchHint, countImages, generateImages, maxBatchBytes } from "./api/batch.ts";
import { emailVerificationEndpoints } from "./api/email-verification.ts";
import { assetEndpoints, maxImageBytes, toDocumentAsset } from "./api/assets.ts";
import type { AssetUploads } from "./assets/asset-uploads.ts";
import { generateAccountImage, generateImage } from "./api/generate.ts";
import { getLiveness, getReadiness } from "./api/health.ts";
import { brandEndpoints } from "./api/brands.ts";
import { deleteImage, getImage } from "./api/images.ts";
import { getJob } from "./api/jobs.ts";
import { loginEndpoints } from "./api/login.ts";
import { passkeyEndpoints } from "./api/passkeys.ts";
import { reauthenticationEndpoints } from "./api/reauthentication.ts";
import { publicPlaygroundEndpoints } from "./api/public-playground.ts";
import { recoveryEndpoints } from "./api/recovery.ts";
import { registrationEndpoints } from "./api/registration.ts";
import { sessionEndpoints } from "./api/sessions.ts";
import { signedLinkEndpoints } from "./api/signed-links.ts";
import { signingKeyEndpoints } from "./api/signing-keys.ts";
import { getPageImage } from "./api/page-images.ts";
import { siteEndpoints, verificationCost } from "./api/sites.ts";
import { templatePreviewEndpoints } from "./api/template-preview.ts";
import { createReadBrand } from "./templates/brand-input.ts";
import { proofTemplate } from "./api/template-proof.ts";
import { templateVersionEndpoints } from "./api/template-versions.ts";
import { templateEndpoints } from "./api/templates.ts";
import { webhookDeliveryEndpoints } from "./api/webhook-deliveries.ts";
import { webhookEndpoints } from "./api/webhooks.ts";
import { wellKnownRoutes } from "./api/well-known.ts";
import type { ConsoleFiles } from "./api/console.ts";
import { createDocs } from "./docs/docs-routes.ts";
import type { GuideGroup } from "./docs/guides.ts";
import {
  accountIdOf,
  optionalSession,
  recentAuthentication,
  requireApiKey,
  requireSession,
  requireSessionOrApiKey,
  requireVerifiedEmail,
} from "./http/authenticate.ts";
import { addressOf, warnAboutForwardedFor } from "./http/client-address.ts";
import { createDispatcher, type Dispatch } from "./http/dispatch.ts";
import { jsonBody, maxBodyBytes } from "./http/json-body.ts";
import { rawBody } from "./http/raw-body.ts";
import { rateLimit, type RateLimiter } from "./http/rate-limit.ts";
import { requestId } from "./http/request-id.ts";
import { route, serveRoutes, type Route } from "./http/route.ts";
import { sendError } from "./http/send-error.ts";
import { strictTransportSecurity } from "./http/strict-transport-security.ts";
import { handleUnknownPaths } from "./http/unknown-path.ts";
import type { AccountImages } from "./images/account-images.ts";
import type { BrandLookup } from "./images/parse-generate-request.ts";
import type { ImageGallery } from "./images/image-gallery.ts";
import { createGenerate } from "./images/generate.ts";
import { createDrawPreview } from "./images/draw-preview.ts";
import { createMissingImages } from "./images/missing-images.ts";
import type { ImageRequests } from "./images/image-requests.ts";
import type { StoredImages } from "./images/stored-images.ts";
import { createBrandFallbacks } from "./links/brand-fallbacks.ts";
import { createLinkResponder } from "./links/link-responder.ts";
import type { PlainFallbacks } from "./links/plain-fallbacks.ts";
import type { AccountMails } from "./mail/account-mails.ts";
import { mcpEndpoint } from "./mcp/mcp-endpoint.ts";
import type { GatewayMetrics } from "./metrics/gateway-metrics.ts";
import { createOwnUrlCheck } from "./sites/own-url.ts";
import { createPageCards } from "./sites/page-card.ts";
import { createSiteCardRequests } from "./sites/site-card-requests.ts";
import { createSitePageReader } from "./sites/site-pages.ts";
import type { VerificationCheck } from "./sites/site-verification.ts";
import type { CheckPage } from "./page-check/check-page.ts";
import type { AccountTemplates } from "./templates/account-templates.ts";
import { documentCost, maxDocumentBytes } from "./templates/document-input.ts";
import type { ListedTemplate } from "./templates/listed-template.ts";
import { proofCost, type Proofs } from "./templates/proofs.ts";
import type { UsageRecorder } from "./usage-recorder.ts";
import type { DeliveryQueue } from "./webhooks/delivery-queue.ts";
import type { Outbox } from "./webhooks/outbox.ts";
import type { WebhookDeletion } from "./webhooks/webhook-deletion.ts";

interface Deps {
  logger: Logger;
  /** The URL of this gateway's own listener, without a trailing slash; available while it listens. */
  localUrl: () => string;
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
  /** Express's `trust proxy` setting. */
  trustProxy: false | number | string;
  accounts: Accounts;
  relyingParty: RelyingParty;
  /** How long an API key that is created without an expiry is valid; undefined if it does not expire. */
  apiKeyTtlSeconds: number | undefined;
  events: SecurityEvents;
  /** Who may register. */
  signUpMode: SignUpMode;
  /** Undefined if there is no SMTP server. */
  mails: AccountMails | undefined;
  /** Whether creating keys requires a verified email address. */
  requireVerifiedEmail: boolean;
  usage: UsageStore;
  /** DAILY_RENDERS. */
  dailyRenders: number;
  usageRecorder: Pick<UsageRecorder, "recordCacheHit">;
  /** Counts requests by client address. */
  authLimiter: RateLimiter;
  /**
   * Counts requests with session tokens by account. Separate from `apiLimiter`, so that a program that exhausts the limit
   * of an account's API keys cannot prevent the user from revoking them.
   */
  accountLimiter: RateLimiter;
  /** Counts requests with API keys, and renders of signed links, by account. */
  apiLimiter: RateLimiter;
  /** Counts exports by account. */
  exportLimiter: RateLimiter;
  /** Counts previews of the public playground by client address. */
  playgroundLimiter: RateLimiter;
  /** Whether people without an account can preview the built-in templates. */
  hasPublicPlayground: boolean;
  /** Counts requests for images that don't exist, by client address. */
  missLimiter: RateLimiter;
  catalog: TemplateCatalog<ListedTemplate>;
  accountTemplates: AccountTemplates;
  templateRecords: TemplateRecords;
  documents: TemplateDocuments;
  compile: CompileTemplate<Omit<TemplateDescription, "version">>;
  assets: Assets;
  assetUploads: AssetUploads;
  proofs: Proofs;
  brands: Brands;
  sites: Sites;
  /** Looks for the token of a site in all places. */
  checkSite: (site: Site) => Promise<VerificationCheck[]>;
  sitePages: SitePages;
  fetchPage: FetchPage;
  /** PAGE_TTL. */
  pageTtlSeconds: number;
  /** Counts requests for pages by site. */
  pageLimiter: RateLimiter;
  /** IMAGE_ALLOW_PRIVATE. */
  allowsPrivate: boolean;
  checkPage: CheckPage;
  store: Pick<ImageStore, "get" | "put" | "delete">;
  /** The templates in the API description. */
  templates: readonly ListedTemplate[];
  requests: Pick<ImageRequests, "requestImage" | "startImage" | "findProgress">;
  images: StoredImages;
  accountImages: AccountImages;
  imageGallery: ImageGallery;
  /** LINK_BUDGET_MS. */
  linkBudgetMs: number;
  plainFallbacks: PlainFallbacks;
  console: ConsoleFiles;
  guideGroups: readonly GuideGroup[];
  webhooks: Webhooks;
  deliveries: WebhookDeliveries;
  deliveryQueue: DeliveryQueue;
  deleteWebhook: WebhookDeletion["deleteWebhook"];
  deleteAccount: WebhookDeletion["deleteAccount"];
  emitWebhookEvent: Outbox["emit"];
  /** IMAGE_ALLOW_PRIVATE. */
  allowPrivateWebhooks: boolean;
  /** Whether this gateway is shutting down. */
  isStopping: () => boolean;
  healthChecks: HealthChecks;
  metrics: GatewayMetrics;
  /** Middleware that runs first: tracing, if it is on. */
  firstMiddleware: RequestHandler[];
  /** Epoch ms. */
  now: () => number;
}

/** The public app, and the handler of all requests, which finds most routes without the app's router. */
export interface PublicApp {
  app: Express;
  handle: Dispatch;
}

/** Creates the public app: every public route with its middleware and its endpoint. */
export function createApp(deps: Deps): PublicApp {
  const { logger, publicUrl, accounts, catalog, templates, requests, images, metrics, now } = deps;
  const { countLink, countCeremony, countGenerate } = metrics;
  const { recordEvent } = deps.events;
  const { recordCacheHit } = deps.usageRecorder;

  const apiKey = (scope?: ApiKeyScope) => requireApiKey({ ...accounts, logger }, scope);
  const [anyKey, imageWriter] = [apiKey(), apiKey("images:write")];
  const session = requireSession({ ...accounts, logger });
  const verified = requireVerifiedEmail({ ...accounts, isRequired: deps.requireVerifiedEmail });
  const sessionIfAny = optionalSession(accounts);
  const recentAuth = recentAuthentication(now);
  const perAddress = rateLimit(deps.authLimiter, addressOf);
  const perUser = rateLimit(deps.accountLimiter, accountOf);
  const perVisitor = rateLimit(deps.playgroundLimiter, addressOf);
  const perExport = rateLimit(deps.exportLimiter, accountOf);
  const perAccount = rateLimit(deps.apiLimiter, accountOf);
  const sessionOrKey = (scope?: ApiKeyScope, cost = 1) => {
    const limit = (limiter: RateLimiter) =>
      rateLimit(limiter, accountOf, () => Math.min(cost, limiter.perMinute));
    return requireSessionOrApiKey({
      session: [session, limit(deps.accountLimiter)],
      apiKey: [apiKey(scope), limit(deps.apiLimiter)],
    });
  };
  const [reader, accountReader, imageDeleter, siteWriter, siteVerifier] = [
    sessionOrKey(),
    sessionOrKey("account:read"),
    sessionOrKey("images:delete"),
    sessionOrKey("sites:write"),
    sessionOrKey("sites:write", verificationCost),
  ];
  const [templateWriter, documentWriter, proofReader] = [
    sessionOrKey("templates:write"),
    sessionOrKey("templates:write", documentCost),
    sessionOrKey("templates:write", proofCost),
  ];
  const pageChecker = sessionOrKey(undefined, pageCheckCost);
  const perBatch = rateLimit(deps.apiLimiter, accountOf, batchCost(deps.apiLimiter.perMinute));
  // The first size was charged before the body was read.
  const perFurtherSize = (limiter: RateLimiter) =>
    rateLimit(limiter, accountOf, ({ body }) => Math.min(countImages(body), limiter.perMinute) - 1);
  const body = jsonBody();
  const generateBody = jsonBody(maxBodyBytes, batchHint);
  const batchBody = jsonBody(maxBatchBytes, batchHint);
  const fileBody = rawBody(maxImageBytes);
  const documentBody = jsonBody(maxDocumentBytes);

  const brandLookup: BrandLookup = {
    find: async (owner, name) => (await deps.brands.find(owner, name))?.brand,
    listNames: async (owner) => (await deps.brands.list(owner)).map(({ name }) => name),
  };
  const generate = createGenerate({
    catalog,
    brandLookup,
    requests,
    countGenerate,
    recordCacheHit,
    publicUrl,
  });
  const single = generateImage({ ...deps, generate });
  const accountImage = generateAccountImage({ ...deps, generate });
  const accountImageList = listAccountImages({ gallery: deps.imageGallery, linkOf: generate.linkOf });
  const batch = generateImages({ ...deps, generate });
  const registration = registrationEndpoints({ ...accounts, countCeremony, recordEvent, logger });
  const login = loginEndpoints({ ...accounts, countCeremony, recordEvent, logger });
  const reauthentication = reauthenticationEndpoints({ ...accounts, countCeremony, recordEvent, logger });
  const recovery = recoveryEndpoints({ ...accounts, countCeremony, recordEvent, logger });
  const sessions = sessionEndpoints({ ...accounts, recordEvent });
  const account = accountEndpoints({
    ...deps,
    ...accounts,
    deleteAccount: deps.deleteAccount,
    recordEvent,
  });
  const accountExport = exportAccount({ ...deps, ...accounts, linkOf: generate.linkOf });
  const emailVerification = emailVerificationEndpoints({ ...accounts, mails: deps.mails, recordEvent });
  const passkeys = passkeyEndpoints({ ...accounts, recordEvent });
  const apiKeys = apiKeyEndpoints({ ...accounts, recordEvent, ttlSeconds: deps.apiKeyTtlSeconds, now });
  const signingKeys = signingKeyEndpoints({ ...accounts, recordEvent, now });
  const webhooks = webhookEndpoints({ ...deps, recordEvent });
  const webhookDeliveries = webhookDeliveryEndpoints(deps);
  const accountEvents = accountEventEndpoints(deps.events);
  const accountUsage = accountUsageEndpoints(deps);
  const templateReads = templateEndpoints(deps);
  const findAsset = async (owner: string, id: string) => {
    const asset = await deps.assets.find(owner, id);
    return asset && toDocumentAsset(asset);
  };
  const templateWrites = templateVersionEndpoints({ ...deps, findAsset, recordEvent });
  const drawPreview = createDrawPreview(deps);
  const readBrand = createReadBrand(deps.assets);
  const brandFallbacks = createBrandFallbacks({ ...deps, drawPreview });
  const respondToLink = createLinkResponder({
    budgetMs: deps.linkBudgetMs,
    plainFallbacks: deps.plainFallbacks,
    findBrandFallback: brandFallbacks.find,
    countLink,
    countFallback: metrics.countFallback,
    logger,
    now,
  });
  const brands = brandEndpoints({
    ...deps,
    readBrand,
    prepareFallbacks: brandFallbacks.prepare,
    recordEvent,
  });
  const isOwnUrl = createOwnUrlCheck(publicUrl);
  const createCard = createPageCards({ catalog });
  const pages = createSitePageReader({
    records: deps.sitePages,
    fetchPage: deps.fetchPage,
    createCard,
    isOwnUrl,
    limiter: deps.pageLimiter,
    countPageRequest: metrics.countPageRequest,
    ttlSeconds: deps.pageTtlSeconds,
    logger,
    now,
  });
  const sites = siteEndpoints({ ...deps, pages, recordEvent });
  const assets = assetEndpoints({ ...deps, uploads: deps.assetUploads, recordEvent });
  const templatePreviews = templatePreviewEndpoints({
    ...deps,
    findAsset,
    brandLookup,
    readBrand,
    drawPreview,
  });
  const publicPlayground = publicPlaygroundEndpoints({
    ...deps,
    drawPreview,
    countPreview: metrics.countPlaygroundPreview,
  });
  const docs = createDocs({
    routes: () => routes,
    publicUrl,
    hashedPath: deps.console.hashedPath,
    guideGroups: deps.guideGroups,
  });
  const image = getImage({
    images,
    missingImages: createMissingImages(),
    missLimiter: deps.missLimiter,
    respondToLink,
    countLink,
    now,
  });
  const linkCheck = checkLink({ ...deps, ...accounts, ...deps.events, brandLookup, linkOf: generate.linkOf });
  const signedLinks = signedLinkEndpoints({
    ...accounts,
    catalog,
    brandLookup: { find: brandLookup.find },
    templates,
    obtainImage: images.obtain,
    linkOf: generate.linkOf,
    limiter: deps.apiLimiter,
    respondToLink,
    recordCacheHit,
    logger,
    now,
  });

  const pageImage = getPageImage({
    sites: deps.sites,
    pages,
    createCardRequest: createSiteCardRequests({ catalog, brandLookup, createCard }),
    isOwnUrl,
    obtainImage: images.obtain,
    limiter: deps.apiLimiter,
    respondToLink,
    linkOf: generate.linkOf,
    recordCacheHit,
  });

  const mcp = mcpEndpoint({ logger, routes: () => routes, publicUrl, localUrl: deps.localUrl });

  const routes: Route[] = [
    route(
      "post",
      "/api/v1/og/generate",
      [imageWriter, perAccount, generateBody, perFurtherSize(deps.apiLimiter)],
      single,
    ),
    route("post", "/api/v1/og/generate/batch", [imageWriter, batchBody, perBatch], batch),
    route("get", "/api/v1/account/images", [session, perUser], accountImageList),
    route(
      "post",
      "/api/v1/account/images",
      [session, perUser, verified, body, perFurtherSize(deps.accountLimiter)],
      accountImage,
    ),
    route("get", "/api/v1/og/jobs/:id", [reader], getJob({ ...requests, ...generate })),
    route("delete", "/api/v1/og/images/:id", [imageDeleter], deleteImage({ images, logger })),

    route("get", "/api/v1/og/check-link", [reader], linkCheck),
    route("get", "/api/v1/check", [pageChecker], checkPage(deps)),

    route("get", "/api/v1/og/templates", [anyKey, perAccount], templateReads.list),
    route("get", "/api/v1/account/templates", [session, perUser], templateReads.listForAccount),
    route("post", "/api/v1/og/templates", [documentWriter, documentBody], templateWrites.create),
    route("post", "/api/v1/og/templates/preview", [documentWriter, documentBody], templatePreviews.preview),
    route("post", "/api/v1/og/templates/lint", [documentWriter, documentBody], templatePreviews.lint),
    route("get", "/api/v1/og/templates/:id", [reader], templateReads.get),
    route("patch", "/api/v1/og/templates/:id", [templateWriter, body], templateWrites.update),
    route("delete", "/api/v1/og/templates/:id", [templateWriter], templateWrites.delete),
    route(
      "post",
      "/api/v1/og/templates/:id/versions",
      [documentWriter, documentBody],
      templateWrites.publish,
    ),

    route(
      "post",
      "/api/v1/og/templates/:id/proof",
      [proofReader, documentBody],
      proofTemplate({ ...deps, findAsset }),
    ),

    route("get", "/api/v1/playground/templates", [], publicPlayground.list),
    route("post", "/api/v1/playground/preview", [perVisitor, body], publicPlayground.preview),

    route("get", "/api/v1/assets", [reader], assets.list),
    route("post", "/api/v1/assets", [templateWriter, fileBody], assets.create),
    route("get", "/api/v1/assets/:id", [reader], assets.get),
    route("delete", "/api/v1/assets/:id", [templateWriter], assets.delete),

    route("get", "/api/v1/brands", [reader], brands.list),
    route("get", "/api/v1/brands/:name", [reader], brands.get),
    route("put", "/api/v1/brands/:name", [templateWriter, body], brands.put),
    route("delete", "/api/v1/brands/:name", [templateWriter], brands.delete),

    route("get", "/api/v1/sites", [reader], sites.list),
    route("post", "/api/v1/sites", [siteWriter, body], sites.create),
    route("get", "/api/v1/sites/:id", [reader], sites.get),
    route("put", "/api/v1/sites/:id", [siteWriter, body], sites.update),
    route("delete", "/api/v1/sites/:id", [siteWriter], sites.delete),
    route("post", "/api/v1/sites/:id/verify", [siteVerifier], sites.verify),
    route("post", "/api/v1/sites/:id/purge", [siteWriter, body], sites.purge),

    route("post", "/mcp", [anyKey, perAccount, documentBody], mcp),

    route("get", "/og/:file", [], image),
    route("get", "/og/sign/:file", [], signedLinks.readable),
    route("get", "/og/s/:file", [], signedLinks.short),
    route("get", "/og/page/:id/*path", [], pageImage),

    route("get", "/api/v1/auth/config", [], getAuthConfig(deps)),
    route("post", "/api/v1/auth/register/start", [perAddress, sessionIfAny, body], registration.start),
    route("post", "/api/v1/auth/register/finish", [perAddress, sessionIfAny, body], registration.finish),
    route("post", "/api/v1/auth/login/start", [perAddress, body], login.start),
    route("post", "/api/v1/auth/login/finish", [perAddress, body], login.finish),
    route("post", "/api/v1/auth/reauthenticate/start", [perAddress, session], reauthentication.start),
    route("post", "/api/v1/auth/reauthenticate/finish", [perAddress, session, body], reauthentication.finish),
    route("post", "/api/v1/auth/recover/start", [perAddress, body], recovery.start),
    route("post", "/api/v1/auth/recover/finish", [perAddress, body], recovery.finish),
    route("get", "/api/v1/auth/session", [session, perUser], sessions.get),
    // No rate limit on these two: with a stolen token, an attacker could otherwise prevent the user from revoking it.
    route("post", "/api/v1/auth/logout", [session], sessions.logout),
    route("delete", "/api/v1/auth/sessions", [session], sessions.deleteOthers),
    route("get", "/api/v1/auth/sessions", [session, perUser], sessions.list),
    route("delete", "/api/v1/auth/sessions/:id", [session, perUser], sessions.delete),
    route("get", "/api/v1/auth/passkeys", [session, perUser], passkeys.list),
    route("patch", "/api/v1/auth/passkeys/:id", [session, perUser, body], passkeys.rename),
    route("delete", "/api/v1/auth/passkeys/:id", [session, perUser, recentAuth], passkeys.delete),

    route("get", "/api/v1/account", [accountReader], account.get),
    route("patch", "/api/v1/account", [session, perUser, body], account.update),
    route("delete", "/api/v1/account", [session, perUser, recentAuth], account.delete),
    route("get", "/api/v1/account/export", [session, perUser, recentAuth, perExport], accountExport),
    route("get", "/api/v1/account/events", [accountReader], accountEvents.list),
    route("get", "/api/v1/account/usage", [accountReader], accountUsage.get),
    route("post", "/api/v1/account/recovery-codes", [session, perUser, recentAuth], recovery.createCodes),
    route("post", "/api/v1/account/verification", [session, perUser], emailVerification.send),
    route("post", "/api/v1/account/verify-email", [perAddress, body], emailVerification.verify),

    route("get", "/api/v1/keys", [session, perUser], apiKeys.list),
    route("post", "/api/v1/keys", [session, perUser, verified, recentAuth, body], apiKeys.create),
    route("delete", "/api/v1/keys/:id", [session, perUser, recentAuth], apiKeys.revoke),
    route("get", "/api/v1/signing-keys", [session, perUser], signingKeys.list),
    route("post", "/api/v1/signing-keys", [session, perUser, verified, recentAuth, body], signingKeys.create),
    route("delete", "/api/v1/signing-keys/:id", [session, perUser, recentAuth], signingKeys.revoke),

    route("get", "/api/v1/webhooks", [session, perUser], webhooks.list),
    route("post", "/api/v1/webhooks", [session, perUser, verified, recentAuth, body], webhooks.create),
    route("patch", "/api/v1/webhooks/:id", [session, perUser, body], webhooks.update),
    route("delete", "/api/v1/webhooks/:id", [session, perUser, recentAuth], webhooks.delete),
    route("post", "/api/v1/webhooks/:id/secret", [session, perUser, recentAuth], webhooks.rotate),
    route("post", "/api/v1/webhooks/:id/test", [session, perUser], webhookDeliveries.test),
    route("get", "/api/v1/webhooks/:id/deliveries", [session, perUser], webhookDeliveries.list),
    route(
      "post",
      "/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver",
      [session, perUser],
      webhookDeliveries.redeliver,
    ),

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

function accountOf(_req: unknown, res: Response): string {
  return accountIdOf(res);
}

import { createSecurityEvents } from "@placard/accounts";
import { renderKeys } from "@placard/contracts";
import type { HealthChecks } from "@placard/runtime";
import { createAccount } from "./account/feature.ts";
import { openAccounts } from "./account/open-accounts.ts";
import { createUsage } from "./account/usage.ts";
import { createAssets } from "./assets/feature.ts";
import { createBrands } from "./brands/feature.ts";
import { readConsole } from "./console/console.ts";
import { createDocs, type SendNotFoundPage } from "./docs/feature.ts";
import type { Feature } from "./feature.ts";
import { createHealth } from "./health/feature.ts";
import { createGuard, type Guard } from "./http/guard.ts";
import { createLimits } from "./http/rate-limit.ts";
import type { Route } from "./http/route.ts";
import { createSessionCookie } from "./http/session-cookie.ts";
import { createImages } from "./images/feature.ts";
import { createQueueAdmission } from "./images/queue-admission.ts";
import { createKeys } from "./keys/feature.ts";
import { createLinks } from "./links/feature.ts";
import { createMail } from "./mail/feature.ts";
import { createMcp } from "./mcp/feature.ts";
import { createPageCheck } from "./page-check/feature.ts";
import { createPasskeys } from "./passkeys/feature.ts";
import type { Platform } from "./platform.ts";
import { createPlayground } from "./playground/feature.ts";
import { createSessions } from "./sessions/feature.ts";
import { createSites } from "./sites/feature.ts";
import { createTemplates } from "./templates/feature.ts";
import { createTemplateSources } from "./templates/template-sources.ts";
import { createWebhooks } from "./webhooks/feature.ts";
import { createBrands as createBrandStore } from "./brands/brand-store.ts";

/** All features of a gateway, and what its app needs of them. */
export interface Features {
  /** In the order in which they start and stop. */
  readonly all: readonly Feature[];
  /** The whole route table. */
  readonly routes: readonly Route[];
  readonly guard: Guard;
  readonly healthChecks: HealthChecks & { redis: () => Promise<unknown> };
  readonly sendNotFoundPage: SendNotFoundPage;
}

/** What features learn from the process. */
interface Process {
  /** Whether this gateway is shutting down. */
  isStopping: () => boolean;
  /** The output of the console's build. */
  consoleDirectory: string;
}

/** Creates all features. Each one names what it needs of the others in the type of its dependencies. */
export async function createFeatures(platform: Platform, process: Process): Promise<Features> {
  const { settings, redis, store, logger, now } = platform;
  const limits = createLimits(settings, redis);
  const accounts = await openAccounts(platform);
  const cookie = createSessionCookie(settings);
  const guard = createGuard(platform, accounts, limits, cookie);
  const mail = createMail(platform, accounts);
  const { mails } = mail;
  const events = createSecurityEvents({ redis, logger, now, onRecorded: mails?.sendForEvent });
  const usage = createUsage(platform);
  const admission = createQueueAdmission(platform);
  const brandStore = createBrandStore({ redis, now });

  const basics = { accounts, admission, brandStore, cookie, events, limits, mails, usage };
  const webhooks = createWebhooks(platform, basics);
  const assets = createAssets(platform, basics);
  const templates = await createTemplateSources(platform, assets);
  const images = createImages(platform, { ...basics, templates, webhooks });
  const brands = createBrands(platform, { ...basics, assets, images });
  const shared = { ...basics, assets, brands, images, templates, webhooks };
  const links = createLinks(platform, { ...shared, brandFallbacks: brands.fallbacks });
  const sites = createSites(platform, { ...shared, links });
  const healthChecks = {
    // On a cluster, this reaches the node that has our keys.
    redis: () => redis.exists(renderKeys.rendererAlive),
    storage: () => store.check(),
    renderer: () => admission.checkRenderer(),
  };
  const website = readConsole(process.consoleDirectory);
  const docs = createDocs(platform, { routes: () => routes, website, directory: process.consoleDirectory });
  const all: Feature[] = [
    mail,
    webhooks,
    images,
    createTemplates(platform, { ...shared, sources: templates }),
    brands,
    assets,
    links,
    sites,
    createPlayground(platform, shared),
    createPageCheck(platform, { usage, images: images.ofAccounts }),
    createPasskeys(platform, basics),
    createSessions(basics),
    createKeys(platform, basics),
    createAccount(platform, { ...shared, sites }),
    usage,
    createMcp(platform, { routes: () => routes, guard }),
    createHealth(platform, healthChecks, process.isStopping),
    docs,
    website,
  ];
  const routes: Route[] = all.flatMap((feature) => feature.routes);
  return {
    all,
    routes,
    guard,
    healthChecks,
    sendNotFoundPage: docs.sendNotFoundPage,
  };
}

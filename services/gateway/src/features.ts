import { createSecurityEvents } from "@placard/accounts";
import { renderKeys } from "@placard/contracts";
import type { HealthChecks } from "@placard/runtime";
import { createAccount } from "./account/feature.ts";
import { openAccounts } from "./account/open-accounts.ts";
import { createUsage } from "./account/usage.ts";
import { createAssets } from "./assets/feature.ts";
import { createBrandStore } from "./brands/brand-store.ts";
import { createBrands } from "./brands/feature.ts";
import { readConsole } from "./console/console.ts";
import { createDocs } from "./docs/feature.ts";
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

/** All features of a gateway, and what its app needs of them. */
export interface Features {
  /** They start in this order and stop in reverse, but do not depend on it. */
  readonly all: readonly Feature[];
  /** The whole route table. */
  readonly routes: readonly Route[];
  readonly guard: Guard;
  readonly healthChecks: HealthChecks & { redis: () => Promise<unknown> };
}

/** What features learn from the process. */
interface Process {
  /** Whether this gateway is shutting down. */
  isStopping: () => boolean;
  /** The output of the console's build. */
  consoleDirectory: string;
}

/** Creates all features. Each call shows what a feature needs of the others. */
export async function createFeatures(platform: Platform, process: Process): Promise<Features> {
  const { settings, redis, store, logger, now } = platform;
  const limits = createLimits(settings, redis);
  const accounts = await openAccounts(platform);
  const cookie = createSessionCookie(settings);
  const guard = createGuard(platform, accounts, limits, cookie);
  const admission = createQueueAdmission(platform);
  const brandStore = createBrandStore({ redis, now });

  const mail = createMail(platform, accounts);
  const { mails } = mail;
  const events = createSecurityEvents({ redis, logger, now, onRecorded: mails?.sendForEvent });
  const usage = createUsage(platform);
  const webhooks = createWebhooks(platform, events);
  const assets = createAssets(platform, admission, events);
  const templates = await createTemplateSources(platform, assets);
  const images = createImages(platform, { admission, templates, brandStore, usage, webhooks });
  const brands = createBrands(platform, { brandStore, assets, images, events });
  const links = createLinks(platform, {
    accounts,
    events,
    limits,
    templates,
    brandStore,
    brandFallbacks: brands.fallbacks,
    images,
    usage,
  });
  const sites = createSites(platform, { events, limits, templates, brandStore, images, links, usage });
  const account = createAccount(platform, {
    accounts,
    events,
    limits,
    usage,
    mails,
    images,
    templates,
    assets,
    brandStore,
    sites,
    webhooks,
  });
  const healthChecks = {
    // On a cluster, this reaches the node that has our keys.
    redis: () => redis.exists(renderKeys.rendererAlive),
    storage: () => store.check(),
    renderer: () => admission.checkRenderer(),
  };
  const website = readConsole(process.consoleDirectory);
  const docs = createDocs(platform, { features: () => all, website, directory: process.consoleDirectory });
  const all: Feature[] = [
    mail,
    webhooks,
    images,
    createTemplates(platform, {
      admission,
      events,
      limits,
      sources: templates,
      assets,
      brands,
      brandStore,
      images,
    }),
    brands,
    assets,
    links,
    sites,
    createPlayground(platform, templates, images),
    createPageCheck(platform, { usage, images: images.ofAccounts }),
    createPasskeys(platform, { accounts, events, cookie }),
    createSessions({ accounts, events, cookie }),
    createKeys(platform, accounts, events),
    account,
    usage,
    createMcp(platform, { routes: () => routes, guard }),
    createHealth(platform, healthChecks, process.isStopping),
    docs,
    website,
  ];
  const routes: Route[] = all.flatMap((feature) => feature.routes);
  return { all, routes, guard, healthChecks };
}

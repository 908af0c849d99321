import type { Accounts, SecurityEvents } from "@placard/accounts";
import type { Assets } from "../assets/feature.ts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import type { Limits } from "../http/rate-limit.ts";
import { route } from "../http/route.ts";
import type { Images } from "../images/feature.ts";
import type { AccountMails } from "../mail/feature.ts";
import type { Platform } from "../platform.ts";
import type { Sites } from "../sites/feature.ts";
import type { TemplateSources } from "../templates/template-sources.ts";
import type { WebhookFeature } from "../webhooks/feature.ts";
import { accountEventEndpoints } from "./account-events.ts";
import { exportAccount } from "./account-export.ts";
import { accountUsageEndpoints } from "./account-usage.ts";
import { accountEndpoints } from "./account.ts";
import { emailVerificationEndpoints } from "./email-verification.ts";
import type { Usage } from "./usage.ts";
import type { Brands } from "../brands/brand-store.ts";

/** What belongs to an account, for its endpoints and its export. */
export interface AccountDeps {
  accounts: Accounts;
  events: SecurityEvents;
  limits: Limits;
  usage: Usage;
  /** Undefined if there is no SMTP server. */
  mails: AccountMails | undefined;
  images: Images;
  templates: TemplateSources;
  assets: Assets;
  brandStore: Brands;
  sites: Sites;
  webhooks: WebhookFeature;
}

/** The account of a user: its data, usage, events, export and deletion. */
export function createAccount(platform: Platform, deps: AccountDeps): Feature {
  const account = accountEndpoints(platform, deps);
  const events = accountEventEndpoints(deps.events, deps.accounts.users);
  const usage = accountUsageEndpoints(deps.usage.store, platform.settings.DAILY_RENDERS);
  const verification = emailVerificationEndpoints(deps);
  const reader = access.reader("account:read");
  return {
    tag: "account",
    routes: [
      route("get", "/api/v1/account", reader, account.get),
      route("patch", "/api/v1/account", access.session, account.update),
      route("delete", "/api/v1/account", access.recentSession, account.delete),
      route("get", "/api/v1/account/export", access.recentSession, exportAccount(platform, deps)),
      route("get", "/api/v1/account/events", reader, events.list),
      route("post", "/api/v1/account/events/:id/report", access.recentSession, events.report),
      route("get", "/api/v1/account/usage", reader, usage.get),
      route("post", "/api/v1/account/verification", access.session, verification.send),
      route("post", "/api/v1/account/verify-email", access.session, verification.verify),
    ],
  };
}

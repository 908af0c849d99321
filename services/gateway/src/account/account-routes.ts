import type {
  Accounts,
  Assets,
  Brands,
  SecurityEvents,
  Sites,
  TemplateRecords,
  UsageStore,
  WebhookDeliveries,
  Webhooks,
} from "@placard/accounts";
import type { TemplateDocuments } from "@placard/template-store";
import { accountEventEndpoints } from "./account-events.ts";
import { exportAccount } from "./account-export.ts";
import { accountUsageEndpoints } from "./account-usage.ts";
import { accountEndpoints } from "./account.ts";
import { apiKeyEndpoints } from "../keys/api-keys.ts";
import { emailVerificationEndpoints } from "./email-verification.ts";
import { signingKeyEndpoints } from "../keys/signing-keys.ts";
import { webhookDeliveryEndpoints } from "../webhooks/webhook-deliveries.ts";
import { webhookEndpoints } from "../webhooks/webhooks.ts";
import { jsonBody } from "../http/json-body.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { route, type Route } from "../http/route.ts";
import type { AccountImages } from "../images/account-images.ts";
import type { AccountMails } from "../mail/account-mails.ts";
import type { DeliveryQueue } from "../webhooks/delivery-queue.ts";
import type { WebhookDeletion } from "../webhooks/webhook-deletion.ts";
import { perAccount } from "../http/access.ts";
import type { Shared } from "../images/shared.ts";

export interface AccountRouteDeps {
  accounts: Accounts;
  events: SecurityEvents;
  usage: UsageStore;
  /** DAILY_RENDERS. */
  dailyRenders: number;
  accountImages: AccountImages;
  templateRecords: TemplateRecords;
  documents: TemplateDocuments;
  assets: Assets;
  brands: Brands;
  sites: Sites;
  /** Undefined if there is no SMTP server. */
  mails: AccountMails | undefined;
  /** How long an API key that is created without an expiry is valid; undefined if it does not expire. */
  apiKeyTtlSeconds: number | undefined;
  webhooks: Webhooks;
  deliveries: WebhookDeliveries;
  deliveryQueue: DeliveryQueue;
  deleteWebhook: WebhookDeletion["deleteWebhook"];
  deleteAccount: WebhookDeletion["deleteAccount"];
  /** IMAGE_ALLOW_PRIVATE. */
  allowPrivateAddresses: boolean;
  /** Counts exports by account. */
  exportLimiter: RateLimiter;
}

/** Accounts, their keys and their webhooks. */
export function accountRoutes(deps: AccountRouteDeps, shared: Shared): Route[] {
  const { session, verified, recentAuth, perAddress, perUser, sessionOrKey } = shared.access;
  const reader = sessionOrKey("account:read");
  const perExport = perAccount(deps.exportLimiter);
  const body = jsonBody();

  const common = { ...deps.accounts, ...deps, ...shared }; // deps: its deleteAccount also deletes webhooks
  const account = accountEndpoints(common);
  const events = accountEventEndpoints(deps.events);
  const usage = accountUsageEndpoints(deps);
  const emailVerification = emailVerificationEndpoints(common);
  const apiKeys = apiKeyEndpoints({ ...common, ttlSeconds: deps.apiKeyTtlSeconds });
  const signingKeys = signingKeyEndpoints(common);
  const webhooks = webhookEndpoints(common);
  const deliveries = webhookDeliveryEndpoints(common);

  return [
    route("get", "/api/v1/account", [reader], account.get),
    route("patch", "/api/v1/account", [session, perUser, body], account.update),
    route("delete", "/api/v1/account", [session, perUser, recentAuth], account.delete),
    route("get", "/api/v1/account/export", [session, perUser, recentAuth, perExport], exportAccount(common)),
    route("get", "/api/v1/account/events", [reader], events.list),
    route("get", "/api/v1/account/usage", [reader], usage.get),
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
    route("post", "/api/v1/webhooks/:id/test", [session, perUser], deliveries.test),
    route("get", "/api/v1/webhooks/:id/deliveries", [session, perUser], deliveries.list),
    route(
      "post",
      "/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver",
      [session, perUser],
      deliveries.redeliver,
    ),
  ];
}

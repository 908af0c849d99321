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
import type { Limits } from "../http/rate-limit.ts";
import { route, type Route } from "../http/route.ts";
import type { AccountImages } from "../images/account-images.ts";
import type { AccountMails } from "../mail/account-mails.ts";
import type { DeliveryQueue } from "../webhooks/delivery-queue.ts";
import type { WebhookDeletion } from "../webhooks/webhook-deletion.ts";
import { access } from "../http/access.ts";
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
  limits: Limits;
}

/** Accounts, their keys and their webhooks. */
export function accountRoutes(deps: AccountRouteDeps, shared: Shared): Route[] {
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
    route("get", "/api/v1/account", access.sessionOrKey("account:read"), account.get),
    route("patch", "/api/v1/account", access.session, account.update),
    route("delete", "/api/v1/account", access.recentSession, account.delete),
    route("get", "/api/v1/account/export", access.recentSession, exportAccount(common)),
    route("get", "/api/v1/account/events", access.sessionOrKey("account:read"), events.list),
    route("get", "/api/v1/account/usage", access.sessionOrKey("account:read"), usage.get),
    route("post", "/api/v1/account/verification", access.session, emailVerification.send),
    route("post", "/api/v1/account/verify-email", access.signIn, emailVerification.verify),

    route("get", "/api/v1/keys", access.session, apiKeys.list),
    route("post", "/api/v1/keys", access.verifiedSession, apiKeys.create),
    route("delete", "/api/v1/keys/:id", access.recentSession, apiKeys.revoke),
    route("get", "/api/v1/signing-keys", access.session, signingKeys.list),
    route("post", "/api/v1/signing-keys", access.verifiedSession, signingKeys.create),
    route("delete", "/api/v1/signing-keys/:id", access.recentSession, signingKeys.revoke),

    route("get", "/api/v1/webhooks", access.session, webhooks.list),
    route("post", "/api/v1/webhooks", access.verifiedSession, webhooks.create),
    route("patch", "/api/v1/webhooks/:id", access.session, webhooks.update),
    route("delete", "/api/v1/webhooks/:id", access.recentSession, webhooks.delete),
    route("post", "/api/v1/webhooks/:id/secret", access.recentSession, webhooks.rotate),
    route("post", "/api/v1/webhooks/:id/test", access.session, deliveries.test),
    route("get", "/api/v1/webhooks/:id/deliveries", access.session, deliveries.list),
    route(
      "post",
      "/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver",
      access.session,
      deliveries.redeliver,
    ),
  ];
}

import { isAccountDisabled, type SecurityEvents } from "@placard/accounts";
import { renderKeys } from "@placard/contracts";
import { createSafeFetch } from "@placard/safe-fetch";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import { createLinkOf } from "../images/image-link.ts";
import type { Platform } from "../platform.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { startDeliveryWorker } from "./delivery-worker.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createSendAttempt } from "./send-attempt.ts";
import { webhookDeliveryEndpoints } from "./webhook-deliveries.ts";
import { webhookEndpoints } from "./webhooks.ts";
import { createWebhookDeliveries } from "./delivery-store.ts";
import { createWebhooks as createStore, type Webhooks } from "./webhook-store.ts";

/** The bytes of a response that are read, so that its server does not see an aborted connection. */
const maxResponseBytes = 65_536;

/** Part of the time for a stop: attempts that take longer are repeated by another gateway. */
const stopTimeoutMs = 2_000;

/** The webhooks of accounts, and what turns events into deliveries. */
export interface WebhookFeature extends Feature {
  readonly store: Webhooks;
  readonly emit: Outbox["emit"];
}

export function createWebhooks(platform: Platform, events: SecurityEvents): WebhookFeature {
  const { settings, redis, workerRedis, queues, dns, metrics, logger, now } = platform;
  const allowPrivateAddresses = settings.IMAGE_ALLOW_PRIVATE;
  const webhooks = createStore(platform, settings.MAX_WEBHOOKS);
  const deliveries = createWebhookDeliveries(platform);
  const deliveryQueue = createDeliveryQueue(queues.webhooks, deliveries, now);
  const outbox = createOutbox({
    redis,
    webhooks,
    deliver: deliveryQueue.deliver,
    linkOf: createLinkOf(settings.PUBLIC_URL),
    countDropped: metrics.countDroppedWebhookEvents,
    logger,
  });
  const post = createSafeFetch({
    requiresHttps: !allowPrivateAddresses,
    allowedPorts: allowPrivateAddresses ? [[1, 65_535]] : [[443, 443]],
    allowPrivateAddresses,
    resolveHost: dns.resolveHost,
    maxRequestsPerHost: Infinity, // accounts can have webhooks at one host, which must not delay each other
    maxBytes: maxResponseBytes,
  });
  let worker: ReturnType<typeof startDeliveryWorker> | undefined;

  const changes = webhookEndpoints(platform, webhooks, events);
  const sent = webhookDeliveryEndpoints(webhooks, deliveries, deliveryQueue, now);
  return {
    store: webhooks,
    emit: outbox.emit,
    tag: "webhooks",
    routes: [
      route("get", "/api/v1/webhooks", access.session, changes.list),
      route("post", "/api/v1/webhooks", access.verifiedSession, changes.create),
      route("patch", "/api/v1/webhooks/:id", access.recentSession, changes.update),
      route("delete", "/api/v1/webhooks/:id", access.recentSession, changes.delete),
      route("post", "/api/v1/webhooks/:id/secret", access.recentSession, changes.rotate),
      route("post", "/api/v1/webhooks/:id/test", access.session, sent.test),
      route("get", "/api/v1/webhooks/:id/deliveries", access.session, sent.list),
      route("post", "/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver", access.session, sent.redeliver),
    ],
    start() {
      outbox.start();
      worker = startDeliveryWorker({
        connection: workerRedis,
        deliveries,
        webhooks,
        isAccountDisabled: (id) => isAccountDisabled(redis, id),
        send: createSendAttempt(platform, post),
        countAttempt: metrics.countWebhookAttempt,
        logger,
        now,
      });
    },
    async stop() {
      await outbox.stop();
      const isRedisAvailable = await redis.exists(renderKeys.rendererAlive).then(
        () => true,
        () => false,
      );
      await worker?.stop(isRedisAvailable ? stopTimeoutMs : 0); // other gateways repeat its attempts
    },
  };
}

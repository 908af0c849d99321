import { createWebhookDeliveries, createWebhooks, type Accounts } from "@placard/accounts";
import type { WebhookJob } from "@placard/contracts";
import type { Logger, RedisClient } from "@placard/runtime";
import { createSafePost, type ResolveHost } from "@placard/safe-fetch";
import type { Queue } from "bullmq";
import { createLinkOf } from "../images/image-link.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { startDeliveryWorker } from "./delivery-worker.ts";
import { createOutbox } from "./outbox.ts";
import { createSendAttempt } from "./send-attempt.ts";
import { createWebhookDeletion } from "./webhook-deletion.ts";

interface Deps {
  redis: RedisClient;
  queue: Queue<WebhookJob>;
  deleteAccount: Accounts["deleteAccount"];
  /** MAX_WEBHOOKS */
  maxPerAccount: number;
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
  resolveHost: ResolveHost;
  /** IMAGE_ALLOW_PRIVATE */
  allowPrivateAddresses: boolean;
  countAttempt: GatewayMetrics["countWebhookAttempt"];
  countDropped: GatewayMetrics["countDroppedWebhookEvents"];
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** Creates the webhooks of accounts, and what turns events into deliveries. */
export function createWebhookServices(deps: Deps) {
  const { redis, queue, publicUrl, resolveHost, allowPrivateAddresses, countAttempt, logger, now } = deps;
  const webhooks = createWebhooks({ redis, now, maxPerAccount: deps.maxPerAccount });
  const deliveries = createWebhookDeliveries({ redis, now });
  const deliveryQueue = createDeliveryQueue({ queue, deliveries, now });
  const { deliver, remove: removeJobs } = deliveryQueue;
  const linkOf = createLinkOf(publicUrl);
  const outbox = createOutbox({ redis, webhooks, deliver, linkOf, countDropped: deps.countDropped, logger });
  const deletion = createWebhookDeletion({
    redis,
    webhooks,
    deleteAccount: deps.deleteAccount,
    removeJobs,
    logger,
  });

  /** Starts the worker that sends deliveries. */
  function startDeliveries(connection: RedisClient) {
    const post = createSafePost({
      requiresHttps: !allowPrivateAddresses,
      allowedPorts: allowPrivateAddresses ? [[1, 65_535]] : [[443, 443]],
      allowPrivateAddresses,
      resolveHost,
    });
    const send = createSendAttempt({ post, allowPrivateAddresses, now });
    return startDeliveryWorker({
      connection,
      deliveries,
      deliveryQueue,
      webhooks,
      send,
      countAttempt,
      logger,
      now,
    });
  }

  return { webhooks, deliveries, deliveryQueue, outbox, ...deletion, startDeliveries };
}

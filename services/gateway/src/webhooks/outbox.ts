import { maxOutboxEvents, webhookKeys, type RenderedImageData, type WebhookEvent } from "@placard/contracts";
import { defineScript, type Logger, type RedisClient } from "@placard/runtime";
import type { LinkOf } from "../images/image-link.ts";
import { createPeriodicTask } from "../periodic-task.ts";
import type { DeliveryQueue } from "./delivery-queue.ts";
import { toMessage } from "./delivery-store.ts";
import { parseRenderEvent } from "./render-event.ts";
import type { Webhook, Webhooks } from "./webhook-store.ts";

interface Deps {
  redis: RedisClient;
  webhooks: Pick<Webhooks, "list">;
  deliver: DeliveryQueue["deliver"];
  linkOf: LinkOf;
  countDropped: (events: number) => void;
  logger: Pick<Logger, "error">;
}

/** How often events are taken from the outbox, in ms. */
const intervalMs = 1_000;

/** The events that are taken at a time. */
const batchSize = 100;

// The oldest events are at the end.
const takeScript = defineScript(`
local length = redis.call("LLEN", keys.outbox)
redis.call("LTRIM", keys.outbox, -args.max, -1)
return { length, redis.call("LRANGE", keys.outbox, -args.batchSize, -1) }`);

/**
 * Creates the outbox of webhook events. What stores what happened also adds the event. About a second later,
 * gateways create its deliveries if the account has webhooks. An event stays in the outbox until its
 * deliveries are stored. A delivery is stored once, however many gateways take its event.
 */
export function createOutbox({ redis, webhooks, deliver, linkOf, countDropped, logger }: Deps) {
  async function takeAll(outbox: string): Promise<void> {
    for (;;) {
      const reply = await takeScript(redis, { outbox }, { max: maxOutboxEvents, batchSize });
      const [length, taken] = reply as [number, string[]];
      const surplus = length - maxOutboxEvents;
      if (surplus > 0) {
        countDropped(surplus);
        logger.error({ events: surplus }, "webhook events dropped");
      }
      if (taken.length === 0) return;
      const events = taken.toReversed().flatMap((json) => parse(json, outbox) ?? []); // oldest first
      const accounts = [...new Set(events.map(({ account }) => account))];
      const lists = await Promise.all(accounts.map((account) => webhooks.list(account)));
      for (const event of events) await createDeliveries(event, lists[accounts.indexOf(event.account)]!);
      await Promise.all(taken.map((json) => redis.lrem(outbox, -1, json)));
    }
  }

  function parse(json: string, outbox: string): WebhookEvent | undefined {
    if (outbox === webhookKeys.outbox) return JSON.parse(json) as WebhookEvent;
    const event = parseRenderEvent(json);
    if (!event) logger.error("webhook event is invalid");
    return event;
  }

  async function createDeliveries(event: WebhookEvent, accountWebhooks: readonly Webhook[]): Promise<void> {
    for (const { id, isEnabled, events } of accountWebhooks)
      if (isEnabled && events.includes(event.type))
        await deliver(event.account, id, toMessage({ ...event, data: withLink(event) }));
  }

  /** The data of an event. Renderers do not know the links of images. */
  function withLink({ type, data }: WebhookEvent): object {
    if (type !== "image.rendered") return data;
    const { id, isAuto, ...image } = data as RenderedImageData;
    return { id, url: linkOf(id, { ...image, isAuto }), ...image };
  }

  async function take(): Promise<void> {
    await takeAll(webhookKeys.outbox);
    await takeAll(webhookKeys.renderOutbox);
  }

  const failure = "webhook delivery creation failed";
  const { start, stop } = createPeriodicTask(take, { intervalMs, logger, failure });
  return {
    /** Takes events from now on. */
    start,

    /** Adds an event of this gateway. */
    async emit(event: WebhookEvent): Promise<void> {
      await redis.lpush(webhookKeys.outbox, JSON.stringify(event));
    },

    /** Takes no more events, and waits for the deliveries of those that were taken. */
    stop,
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

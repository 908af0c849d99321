import { randomUUID } from "node:crypto";
import { maxOutboxEvents, webhookKeys, type RenderedImageData, type WebhookEvent } from "@placard/contracts";
import { defineScript, type Logger, type RedisClient } from "@placard/runtime";
import type { LinkOf } from "../images/image-link.ts";
import { createPeriodicTask } from "../periodic-task.ts";
import type { DeliveryQueue } from "./delivery-queue.ts";
import { toMessage } from "./delivery-store.ts";
import { parseRenderEvent } from "./render-event.ts";
import type { Webhooks } from "./webhook-store.ts";

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

/** How long one gateway may take for them before another one also takes them, in ms. */
const lockTtlMs = 10_000;

// Events stay in the outbox until their deliveries are stored. The lock only saves work: a delivery is stored
// once, however many gateways take its event.
const takeScript = defineScript(`
local surplus = redis.call("LLEN", keys.outbox) - args.capacity
if surplus > 0 then redis.call("LTRIM", keys.outbox, surplus, -1) end
if surplus == -args.capacity or not redis.call("SET", keys.lock, args.lock, "NX", "PX", args.lockTtlMs) then
  return { surplus }
end
return { surplus, unpack(redis.call("LRANGE", keys.outbox, -args.max, -1)) }`);
const removeScript = defineScript(`
for _, event in ipairs(args.events) do redis.call("LREM", keys.outbox, -1, event) end
if redis.call("GET", keys.lock) == args.lock then redis.call("DEL", keys.lock) end`);

/**
 * Creates the outbox of webhook events. What stores what happened also adds the event. About a second later,
 * gateways create its deliveries if the account has webhooks.
 */
export function createOutbox({ redis, webhooks, deliver, linkOf, countDropped, logger }: Deps) {
  async function takeAll(outbox: string): Promise<void> {
    const keys = { outbox, lock: webhookKeys.outboxLock };
    for (;;) {
      const lock = randomUUID();
      const limits = { lockTtlMs, max: batchSize, capacity: maxOutboxEvents };
      const reply = await takeScript(redis, keys, { lock, ...limits });
      const [surplus, ...taken] = reply as [number, ...string[]];
      if (surplus > 0) {
        countDropped(surplus);
        logger.error({ events: surplus }, "webhook events dropped");
      }
      if (taken.length === 0) return;
      for (const json of taken.toReversed()) await createDeliveries(json, outbox); // oldest first
      await removeScript(redis, keys, { lock, events: taken });
    }
  }

  async function createDeliveries(json: string, outbox: string): Promise<void> {
    const event =
      outbox === webhookKeys.renderOutbox ? parseRenderEvent(json) : (JSON.parse(json) as WebhookEvent);
    if (!event) return logger.error("webhook event is invalid");
    const message = toMessage({ ...event, data: withLink(event) });
    for (const { id, isEnabled, events } of await webhooks.list(event.account))
      if (isEnabled && events.includes(event.type)) await deliver(event.account, id, message);
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

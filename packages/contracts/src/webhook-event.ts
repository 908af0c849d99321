import { randomBytes } from "node:crypto";
import type { RenderFailure } from "./render-job.ts";
import type { ImageMetadata } from "./image-metadata.ts";

/** What a webhook can be called for: see docs/webhooks.md. */
export const webhookEventTypes = [
  "image.rendered",
  "image.failed",
  "batch.finished",
  "quota.reached",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The data of an `image.rendered` event in the outbox. Gateways add the link. */
export interface RenderedImageData extends ImageMetadata {
  id: string;
  /** The ID of the template. */
  template: string;
  requestId: string;
}

/** The data of an `image.failed` event. */
export interface FailedImageData {
  id: string;
  /** The ID of the template. */
  template: string;
  reason: RenderFailure;
  requestId: string;
}

/** An event in the outbox: `webhookKeys.outbox`. */
export interface WebhookEvent {
  /** The `webhook-id` of its deliveries. */
  id: string;
  type: WebhookEventType;
  /** The id of the account. */
  account: string;
  /** Epoch ms. */
  at: number;
  data: object;
}

export function createWebhookEvent(event: Omit<WebhookEvent, "id">): WebhookEvent {
  return { id: createWebhookEventId(), ...event };
}

/** Creates the id of an event. Standard Webhooks, "Signature scheme": it must not contain a full stop. */
export function createWebhookEventId(): string {
  return `msg_${randomBytes(16).toString("hex")}`;
}

/** The capacity of the outbox. While it is full, for example without a gateway, new events are dropped. */
export const maxOutboxEvents = 100_000;

/** An entry of the outbox that is no event: in its place, a number of events were dropped. */
const droppedPattern = /^dropped (\d+)$/;

/** The number of dropped events, if the entry of the outbox counts them; undefined if it is an event. */
export function parseDroppedEvents(entry: string): number | undefined {
  const count = droppedPattern.exec(entry)?.[1];
  return count === undefined ? undefined : Number(count);
}

/**
 * Lua: `emit(webhooks, outbox, event)` adds the JSON of an event to the outbox if its account has webhooks.
 * `webhooks` is `webhookKeys.webhooksOf`. The script that stores what happened also emits the event, so
 * neither is stored without the other. In a full outbox, the newest entry counts the dropped events.
 */
export const emitFunction = `local function emit(webhooks, outbox, event)
  if redis.call("EXISTS", webhooks) == 0 then return end
  if redis.call("LLEN", outbox) < ${maxOutboxEvents} then
    redis.call("LPUSH", outbox, event)
    return
  end
  local dropped = string.match(redis.call("LINDEX", outbox, 0), "^dropped (%d+)$")
  if dropped then
    redis.call("LSET", outbox, 0, "dropped " .. (dropped + 1))
  else
    redis.call("LPUSH", outbox, "dropped 1")
  end
end`;

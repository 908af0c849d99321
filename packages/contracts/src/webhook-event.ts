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

/** An event in an outbox: `webhookKeys.outbox` or `webhookKeys.renderOutbox`. */
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

/** The capacity of each outbox. If gateways take events too slowly, they drop the newest ones. */
export const maxOutboxEvents = 100_000;

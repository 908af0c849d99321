import { randomBytes } from "node:crypto";
import Type, { type Static } from "typebox";
import { reportedMetadata } from "./image-metadata.ts";
import { imageIdPattern } from "./recipe.ts";
import { renderFailures } from "./render-job.ts";
import { exactObject } from "./schema.ts";

/** What a webhook can be called for: see docs/webhooks.md. */
export const webhookEventTypes = [
  "image.rendered",
  "image.failed",
  "batch.finished",
  "quota.reached",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The data that all events of an image have. */
export const imageEventData = {
  id: Type.String({ pattern: imageIdPattern.source, examples: ["Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP"] }),
  template: Type.String({ description: "the ID of the template", examples: ["blog"] }),
  requestId: Type.String({
    description: "the `X-Request-Id` of the request that caused the event",
    examples: ["5f8d0c6e-3b1a-4c2d-9e7f-0a1b2c3d4e5f"],
  }),
};

/** The data of an `image.rendered` event in the outbox. Gateways add the link. */
export const renderedImageData = exactObject({ ...imageEventData, ...reportedMetadata });
export type RenderedImageData = Static<typeof renderedImageData>;

/** The data of an `image.failed` event. */
export const failedImageData = exactObject(
  { ...imageEventData, reason: Type.Enum([...renderFailures]) },
  { title: "ImageFailedData" },
);
export type FailedImageData = Static<typeof failedImageData>;

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

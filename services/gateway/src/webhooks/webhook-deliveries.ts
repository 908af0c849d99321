import { AppError, createWebhookEventId, webhookEventTypes, exactObject, notFound } from "@placard/contracts";
import type { Response } from "express";
import Type from "typebox";
import { accountIdOf } from "../http/caller.ts";
import { nextCursorField, paginate, pageQuery } from "../http/pagination.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { DeliveryQueue } from "./delivery-queue.ts";
import { toMessage, type WebhookDeliveries, type WebhookDelivery } from "./delivery-store.ts";
import { nullableTimeField, timeField } from "../http/present.ts";
import { anyPayload, payloadSchema } from "./webhook-events.ts";
import { webhookIdParameter } from "./webhooks.ts";
import type { Webhook, Webhooks } from "./webhook-store.ts";
import { exampleOf } from "../docs/example.ts";
import { jsonResponse, pathParameter } from "../docs/operation.ts";

const eventIdField = Type.String({
  description: "the ID of the event: the `webhook-id` of its requests",
  examples: [`msg_${"0".repeat(32)}`],
});
const attempt = exactObject({
  at: timeField,
  durationMs: Type.Integer(),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: "of the response; null without one",
    examples: [200],
  }),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "why there was no response",
    examples: [null],
  }),
});
const deliveryView = exactObject(
  {
    id: eventIdField,
    type: Type.Enum([...webhookEventTypes, "webhook.test"]),
    state: Type.Enum(["waiting", "delivered", "failed"], {
      description: "`waiting`: for its first attempt, or for the next one",
    }),
    attempts: Type.Integer({ description: "since it was created or redelivered" }),
    createdAt: timeField,
    nextAttemptAt: nullableTimeField,
    lastAttempt: Type.Union([attempt, Type.Null()]),
    payload: Type.Unsafe<object>({
      ...anyPayload,
      description: "the body of the requests",
      examples: [exampleOf(payloadSchema("image.rendered"))],
    }),
  },
  { title: "WebhookDelivery" },
);
const deliveryList = exactObject({ deliveries: Type.Array(deliveryView), nextCursor: nextCursorField });

export function webhookDeliveryEndpoints(
  webhooks: Webhooks,
  deliveries: WebhookDeliveries,
  deliveryQueue: DeliveryQueue,
  now: () => number,
) {
  const list = jsonEndpoint({
    id: "listWebhookDeliveries",
    summary: "List the deliveries of a webhook",
    description:
      "Lists 20 deliveries, newest first, unless you set `limit`. The latest 1,000 deliveries of a webhook are kept, for 30 days.",
    parameters: [webhookIdParameter],
    query: Type.Object({
      cursor: pageQuery.properties.cursor,
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "The maximum number of deliveries",
      }),
    }),
    responses: { 200: jsonResponse("The deliveries", deliveryList) },
    errors: ["not_found"],
    async handle({ params, query, res }) {
      const { id } = await findWebhook(res, params.id);
      const page = paginate(query, await deliveries.list(id), "newest first", "createdAt");
      const ids = page.items.map((item) => item.id);
      const views = (await deliveries.read(id, ids)).map(viewOf);
      return { deliveries: views, nextCursor: page.nextCursor };
    },
  });

  const test = jsonEndpoint({
    id: "testWebhook",
    summary: "Send a test event to a webhook",
    description: "Delivers an event of the type `webhook.test`, as all events: signed, and with retries.",
    parameters: [webhookIdParameter],
    responses: { 202: jsonResponse("The delivery is enqueued", exactObject({ id: eventIdField })) },
    errors: ["not_found", "webhook_disabled"],
    async handle({ params, owner, res }) {
      const { id: webhookId } = await findEnabledWebhook(res, params.id);
      const id = createWebhookEventId();
      const event = { id, type: "webhook.test", at: now(), data: { webhookId } } as const;
      await deliveryQueue.deliver(owner, webhookId, toMessage(event));
      return { id };
    },
  });

  const redeliver = jsonEndpoint({
    id: "redeliverWebhook",
    summary: "Deliver again",
    description:
      "Sends the same event with the same `webhook-id` again, now, with as many retries as a new delivery.",
    parameters: [webhookIdParameter, pathParameter("deliveryId", "The ID of the delivery")],
    responses: { 202: jsonResponse("The delivery is enqueued", deliveryView) },
    errors: ["not_found", "webhook_disabled"],
    async handle({ params, res }) {
      const { id } = await findEnabledWebhook(res, params.id);
      const delivery = await deliveryQueue.redeliver(id, params.deliveryId);
      if (!delivery) throw notFound("Delivery");
      return viewOf(delivery);
    },
  });

  async function findWebhook(res: Response, id: string): Promise<Webhook> {
    const webhook = await webhooks.find(accountIdOf(res), id);
    if (!webhook) throw notFound("Webhook");
    return webhook;
  }

  async function findEnabledWebhook(res: Response, id: string): Promise<Webhook> {
    const webhook = await findWebhook(res, id);
    if (!webhook.isEnabled) throw new AppError("webhook_disabled");
    return webhook;
  }

  return { list, test, redeliver };
}

function viewOf({ owner: _owner, run: _run, payload, ...delivery }: WebhookDelivery) {
  return { ...delivery, payload: JSON.parse(payload) as object };
}

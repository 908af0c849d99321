import { pageOf, type CallOptions, type ListOptions, type Send } from "./transport.ts";
import type { CreateWebhookRequest, UpdateWebhookRequest } from "./types.ts";

const auth = "token";

/** The user's webhooks. */
export function webhookCalls(send: Send) {
  return {
    /** Lists the user's webhooks, without their secrets. */
    listWebhooks: (options?: ListOptions) =>
      send("get", "/api/v1/webhooks", { auth, query: pageOf(options) }, options),

    /**
     * Creates a webhook. `data.secret` is shown only this once. Never retried: each call creates another
     * webhook.
     * @throws PlacardError `reauthentication_required`, `limit_reached`, `validation_failed`
     */
    createWebhook: (body: CreateWebhookRequest, options?: CallOptions) =>
      send("post", "/api/v1/webhooks", { auth, body }, options),

    /** Changes the events of a webhook, or enables or disables it. @throws PlacardError `not_found` */
    updateWebhook: (id: string, body: UpdateWebhookRequest, options?: CallOptions) =>
      send("patch", "/api/v1/webhooks/{id}", { auth, params: { id }, body }, options),

    /**
     * Creates another secret. Deliveries have the signatures of both secrets for 24 hours. Never retried:
     * each call creates another secret.
     * @throws PlacardError `reauthentication_required`, `not_found`
     */
    rotateWebhookSecret: (id: string, options?: CallOptions) =>
      send("post", "/api/v1/webhooks/{id}/secret", { auth, params: { id } }, options),

    /** Sends an event of the type `webhook.test`. @throws PlacardError `not_found`, `webhook_disabled` */
    testWebhook: (id: string, options?: CallOptions) =>
      send("post", "/api/v1/webhooks/{id}/test", { auth, params: { id } }, options),

    /** Deletes a webhook and its deliveries. @throws PlacardError `reauthentication_required`, `not_found` */
    deleteWebhook: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/webhooks/{id}", { auth, params: { id } }, options),

    /** Lists the deliveries of a webhook, newest first, 20 by default. @throws PlacardError `not_found` */
    listWebhookDeliveries: (id: string, options?: ListOptions) =>
      send(
        "get",
        "/api/v1/webhooks/{id}/deliveries",
        { auth, params: { id }, query: pageOf(options) },
        options,
      ),

    /** Sends a delivery again, now. @throws PlacardError `not_found`, `webhook_disabled` */
    redeliverWebhook: (id: string, deliveryId: string, options?: CallOptions) =>
      send(
        "post",
        "/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver",
        { auth, params: { id, deliveryId } },
        options,
      ),
  };
}

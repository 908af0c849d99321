import type { Result } from "./meta.ts";
import {
  pagePath,
  type CallOptions,
  type Empty,
  type ListOptions,
  type Paged,
  type Send,
} from "./transport.ts";
import type {
  CreateWebhookRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "./webhook-types.ts";

/** The user's webhooks. */
export function webhookCalls(send: Send) {
  const [path, auth] = ["/api/v1/webhooks", "token"] as const;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    /** Lists the user's webhooks, without their secrets. */
    async listWebhooks(options?: ListOptions): Promise<Result<Paged<{ webhooks: Webhook[] }>>> {
      return await send({ method: "GET", path: pagePath(path, options), auth }, options);
    },

    /**
     * Creates a webhook. `data.secret` is shown only this once. Never retried: each call creates another webhook.
     * @throws PlacardError `reauthentication_required`, `limit_reached`, `validation_failed`
     */
    async createWebhook(
      body: CreateWebhookRequest,
      options?: CallOptions,
    ): Promise<Result<WebhookWithSecret>> {
      return await send({ method: "POST", path, auth, body }, options);
    },

    /** Changes the events of a webhook, or enables or disables it. @throws PlacardError `not_found` */
    async updateWebhook(
      id: string,
      body: UpdateWebhookRequest,
      options?: CallOptions,
    ): Promise<Result<Webhook>> {
      return await send({ method: "PATCH", path: pathOf(id), auth, body }, options);
    },

    /**
     * Creates another secret. Deliveries have the signatures of both secrets for 24 hours. Never retried: each call creates
     * another secret.
     * @throws PlacardError `reauthentication_required`, `not_found`
     */
    async rotateWebhookSecret(id: string, options?: CallOptions): Promise<Result<WebhookWithSecret>> {
      return await send({ method: "POST", path: `${pathOf(id)}/secret`, auth }, options);
    },

    /** Sends an event of the type `webhook.test`. @throws PlacardError `not_found`, `webhook_disabled` */
    async testWebhook(id: string, options?: CallOptions): Promise<Result<{ id: string }>> {
      return await send({ method: "POST", path: `${pathOf(id)}/test`, auth }, options);
    },

    /** Deletes a webhook and its deliveries. @throws PlacardError `reauthentication_required`, `not_found` */
    async deleteWebhook(id: string, options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path: pathOf(id), auth }, options);
    },

    /** Lists the deliveries of a webhook, newest first: 20, unless there is a `limit`. @throws PlacardError `not_found` */
    async listWebhookDeliveries(
      id: string,
      options?: ListOptions,
    ): Promise<Result<Paged<{ deliveries: WebhookDelivery[] }>>> {
      return await send(
        { method: "GET", path: pagePath(`${pathOf(id)}/deliveries`, options), auth },
        options,
      );
    },

    /** Sends a delivery again, now. @throws PlacardError `not_found`, `webhook_disabled` */
    async redeliverWebhook(
      id: string,
      deliveryId: string,
      options?: CallOptions,
    ): Promise<Result<WebhookDelivery>> {
      const deliveryPath = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}`;
      return await send({ method: "POST", path: `${deliveryPath}/redeliver`, auth }, options);
    },
  };
}

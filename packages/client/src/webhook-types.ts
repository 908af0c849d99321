// All times are ISO 8601.

/** What a webhook can be called for. */
export type WebhookEventType = "image.rendered" | "image.failed" | "batch.finished" | "quota.reached";

/** A URL that is called for events of the account. */
export interface Webhook {
  id: string;
  url: string;
  events: WebhookEventType[];
  isEnabled: boolean;
  /** `server`: it responded with 410. Null while the webhook is enabled. */
  disabledBy: "user" | "server" | null;
  /** The secret's last 4 characters. */
  hint: string;
  /** Until when deliveries also have a signature with the secret before the last rotation. */
  previousSecretExpiresAt: string | null;
  createdAt: string;
}

/** A webhook, in the only responses that contain its secret. */
export interface WebhookWithSecret extends Webhook {
  /** For a library of Standard Webhooks, which verifies deliveries: `whsec_…`. */
  secret: string;
}

/** The body of `createWebhook`. */
export interface CreateWebhookRequest {
  /** An https URL with a public host. */
  url: string;
  /** At least one. */
  events: readonly WebhookEventType[];
}

/** The body of `updateWebhook`, with at least one of these. */
export interface UpdateWebhookRequest {
  events?: readonly WebhookEventType[] | undefined;
  isEnabled?: boolean | undefined;
}

/** One event for one webhook, and the state of its delivery. */
export interface WebhookDelivery {
  /** The `webhook-id` of its requests. */
  id: string;
  type: WebhookEventType | "webhook.test";
  /** `waiting`: for its first attempt, or for the next one. */
  state: "waiting" | "delivered" | "failed";
  /** Since it was created or redelivered. */
  attempts: number;
  createdAt: string;
  /** Null unless it waits. */
  nextAttemptAt: string | null;
  lastAttempt: {
    at: string;
    durationMs: number;
    /** Null if there was no response. */
    status: number | null;
    /** Why there was no response. */
    error: string | null;
  } | null;
  payload: WebhookPayload;
}

/** The body of a request to a webhook. */
export type WebhookPayload = {
  [Type in keyof WebhookEventData]: { type: Type; timestamp: string; data: WebhookEventData[Type] };
}[keyof WebhookEventData];

/** The data of each type of events. */
export interface WebhookEventData {
  "image.rendered": {
    /** The image ID. */
    id: string;
    url: string;
    template: string;
    /** The `X-Request-Id` of the request that caused the render. */
    requestId: string;
    width: number;
    height: number;
    format: "png" | "jpeg" | "webp";
    /** Bytes. */
    size: number;
    expiresAt: string;
    warnings?: { code: string; field: string; message: string }[];
  };
  "image.failed": {
    id: string;
    template: string;
    requestId: string;
    reason: "render_failed" | "crashed" | "gone" | "unavailable" | "expired";
  };
  "batch.finished": {
    requestId: string;
    /** In the order of the requests: with `url` if the status is 200, and otherwise with an error code. */
    results: { status: number; url?: string; error?: string }[];
  };
  "quota.reached": { quota: "daily_renders"; limit: number; resetsAt: string };
  "webhook.test": { webhookId: string };
}

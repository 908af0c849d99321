import { SafeFetchError, type SafeFetch } from "@placard/safe-fetch";
import { Webhook as StandardWebhook } from "standardwebhooks";
import type { Platform } from "../platform.ts";
import type { WebhookAttempt, WebhookDelivery } from "./delivery-store.ts";
import { validSecrets, type Webhook } from "./webhook-store.ts";

/** How long a server may take to respond, in ms. Standard Webhooks, "Request timeouts": 15 to 30 s. */
const attemptTimeoutMs = 15_000;

/** Sends a delivery to the server of its webhook. Rejects with the signal's reason if it aborts. */
export type SendAttempt = (
  webhook: Webhook,
  delivery: WebhookDelivery,
  signal: AbortSignal,
) => Promise<WebhookAttempt>;

/** Creates the function that sends deliveries, signed by the Standard Webhooks specification. */
export function createSendAttempt({ now }: Platform, post: SafeFetch): SendAttempt {
  return async (webhook, { id, payload }, signal) => {
    const at = now();
    const start = performance.now();
    const resultOf = (rest: Pick<WebhookAttempt, "status" | "error">): WebhookAttempt => ({
      at,
      durationMs: Math.round(performance.now() - start),
      ...rest,
    });
    try {
      const response = await post(webhook.url, {
        timeoutMs: attemptTimeoutMs,
        signal,
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(at / 1000)),
          "webhook-signature": validSecrets(webhook, at)
            .map((secret) => new StandardWebhook(secret).sign(id, new Date(at), payload))
            .join(" "),
        },
        body: payload,
        truncatesBody: true,
      });
      return resultOf({ status: response.status });
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      const message =
        error.code === "timeout"
          ? `No response within ${attemptTimeoutMs / 1000} s.`
          : `The request could not be sent: ${error.publicReason}.`;
      return resultOf({ error: message });
    }
  };
}

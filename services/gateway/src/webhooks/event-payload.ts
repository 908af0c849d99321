import type { WebhookEvent } from "@placard/contracts";
import type { WebhookDelivery } from "./delivery-store.ts";

/** The delivery of an event, with the body that Standard Webhooks recommends in "Payload structure". */
export function toMessage({
  id,
  type,
  at,
  data,
}: Omit<WebhookEvent, "type" | "account"> & Pick<WebhookDelivery, "type">): Pick<
  WebhookDelivery,
  "id" | "type" | "payload"
> {
  return { id, type, payload: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }) };
}

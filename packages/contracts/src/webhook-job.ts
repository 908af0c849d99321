/** The BullMQ queue of webhook deliveries. Gateways process it. */
export const webhookQueue = "webhooks";

/** One delivery to attempt. The rest is stored with the delivery, so a deleted one is not attempted. */
export interface WebhookJob {
  /** The id of the account. */
  owner: string;
  webhookId: string;
  eventId: string;
}

/** The BullMQ job id of a delivery: while the job exists, the delivery can't be enqueued again. */
export function webhookJobId({ webhookId, eventId }: Pick<WebhookJob, "webhookId" | "eventId">): string {
  return `${webhookId}-${eventId}`;
}

/** The BullMQ queue of webhook deliveries. Gateways process it. */
export const webhookQueue = "webhooks";

/** One delivery to attempt. The rest is stored with the delivery, so a deleted one is not attempted. */
export interface WebhookJob {
  webhookId: string;
  eventId: string;
  /** How often the delivery was redelivered before. */
  run: number;
}

/** The BullMQ job id of a delivery: while the job exists, the same run can't be enqueued again. */
export function webhookJobId({ webhookId, eventId, run }: WebhookJob): string {
  return `${webhookId}-${eventId}-${run}`;
}

import { webhookJobId, type WebhookJob } from "@placard/contracts";
import type { Queue } from "bullmq";
import type { WebhookDeliveries, WebhookDelivery } from "./delivery-store.ts";

/**
 * BullMQ options of a delivery's job. Its worker schedules the attempts. BullMQ repeats a job only if its
 * result could not be stored.
 */
const jobPolicy = {
  attempts: 1_000,
  backoff: { type: "fixed", delay: 5_000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** The queue of deliveries. Every method rejects while Redis is unavailable. */
export function createDeliveryQueue(
  queue: Queue<WebhookJob>,
  deliveries: WebhookDeliveries,
  now: () => number,
) {
  const jobOf = (webhookId: string, { id, run }: Pick<WebhookDelivery, "id" | "run">): WebhookJob => ({
    webhookId,
    eventId: id,
    run,
  });

  async function enqueue(job: WebhookJob): Promise<void> {
    await queue.add("deliver", job, { ...jobPolicy, jobId: webhookJobId(job), timestamp: now() });
  }

  async function remove(job: WebhookJob): Promise<void> {
    await queue.remove(webhookJobId(job));
  }

  return {
    /** Stores a delivery and enqueues its first attempt. Calling it again delivers once. */
    async deliver(
      owner: string,
      webhookId: string,
      message: Pick<WebhookDelivery, "id" | "type" | "payload">,
    ): Promise<void> {
      const { isWaiting, deleted } = await deliveries.add(owner, webhookId, message);
      await Promise.all(deleted.map((delivery) => remove(jobOf(webhookId, delivery))));
      if (isWaiting) await enqueue({ webhookId, eventId: message.id, run: 0 });
    },

    /**
     * Delivers again, now, with all attempts. An attempt in progress no longer counts. Undefined if the webhook
     * does not have this delivery.
     */
    async redeliver(webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
      const delivery = await deliveries.find(webhookId, id);
      if (!delivery) return undefined;
      const run = delivery.run + 1;
      await enqueue(jobOf(webhookId, { id, run })); // before the run starts, so that no run has no job
      const started = await deliveries.startRun(webhookId, id, run);
      await remove(jobOf(webhookId, delivery));
      return started;
    },
  };
}
export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

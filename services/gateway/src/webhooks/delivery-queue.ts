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
  async function enqueue(job: WebhookJob): Promise<void> {
    await queue.add("deliver", job, { ...jobPolicy, jobId: webhookJobId(job), timestamp: now() });
  }

  /** Runs a job now instead of later. A job in progress stays: its worker then calls `enqueueIfDue`. */
  async function runNow(job: WebhookJob): Promise<void> {
    await remove(job);
    await enqueue(job);
  }

  async function renew(webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
    for (;;) {
      const delivery = await deliveries.find(webhookId, id);
      if (!delivery) return undefined;
      const renewed: WebhookDelivery = { ...delivery, state: "waiting", attempts: 0, nextAttemptAt: now() };
      if (await deliveries.replace(webhookId, delivery, renewed)) return renewed;
    }
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
      const { isWaiting, deletedIds } = await deliveries.add(owner, webhookId, message);
      await Promise.all(deletedIds.map((eventId) => remove({ webhookId, eventId })));
      if (isWaiting) await enqueue({ webhookId, eventId: message.id });
    },

    /** Delivers again, now, with all attempts. Undefined if the webhook does not have this delivery. */
    async redeliver(webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
      const renewed = await renew(webhookId, id);
      if (!renewed) return undefined;
      await runNow({ webhookId, eventId: id });
      return renewed;
    },

    /** Runs the job of a delivery now if it is due. Call it after a run, in which it may be redelivered. */
    async enqueueIfDue(job: WebhookJob): Promise<void> {
      const delivery = await deliveries.find(job.webhookId, job.eventId);
      if (delivery?.state === "waiting" && (delivery.nextAttemptAt ?? 0) <= now()) await runNow(job);
    },
  };
}
export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

import { queueOptions, webhookQueue } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { Queue } from "bullmq";

/** Removes jobs from the queue of webhook deliveries. Rejects if Redis is unavailable. */
export async function removeWebhookJobs(redis: RedisClient, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  const queue = new Queue(webhookQueue, { connection: redis, ...queueOptions });
  try {
    await Promise.all(jobIds.map((id) => queue.remove(id)));
  } finally {
    await queue.close();
  }
}

import { queueOptions, renderQueues, type RenderJob } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { Queue } from "bullmq";

/** The waiting jobs of each queue that are counted: more than QUEUE_LIMIT permits. */
const maxJobs = 10_000;

/**
 * Counts the jobs that wait in the render queues now, by account ID. Of a queue with more than 10,000 of
 * them, the oldest are counted. Rejects if Redis is unavailable.
 */
export async function countWaitingJobs(redis: RedisClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of renderQueues) {
    const queue = new Queue<RenderJob>(name, { connection: redis, ...queueOptions });
    try {
      const jobs = await queue.getJobs(["wait", "prioritized"], 0, maxJobs - 1, true);
      for (const job of jobs) {
        const owner = job.data.recipe.owner;
        counts.set(owner, (counts.get(owner) ?? 0) + 1);
      }
    } finally {
      await queue.close();
    }
  }
  return counts;
}

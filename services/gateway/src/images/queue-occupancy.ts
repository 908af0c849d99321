import { imageIdOf, ownerTagOf, renderQueues, type RenderQueueName } from "@placard/contracts";
import type { Queue } from "bullmq";

/** The waiting jobs of a queue. */
export interface Occupancy {
  waiting: number;
  /** By owner tag. The values of a queue that is longer than the sample are estimates. */
  byAccount: Map<string, number>;
}

type WaitingJobs = Pick<Queue, "getJobCountByTypes" | "getRanges">;

/** The jobs that are read from each end of a queue. Reading them takes about a millisecond. */
const sampleSize = 1_000;

/**
 * Reads how many jobs wait in each queue, and of which accounts: image ids start with the tag of their
 * account. Of a queue of more than 2,000 jobs, the newest and the oldest 1,000 are taken as a sample. Rejects
 * if Redis is unavailable.
 */
export async function readOccupancy(
  queues: Readonly<Record<RenderQueueName, WaitingJobs>>,
): Promise<Record<RenderQueueName, Occupancy>> {
  const occupancies = renderQueues.map(async (name) => [name, await readQueue(queues[name])] as const);
  return Object.fromEntries(await Promise.all(occupancies)) as Record<RenderQueueName, Occupancy>;
}

async function readQueue(queue: WaitingJobs): Promise<Occupancy> {
  const [waiting, ...samples] = await Promise.all([
    queue.getJobCountByTypes("waiting", "prioritized"),
    queue.getRanges(["waiting", "prioritized"], 0, sampleSize - 1),
    queue.getRanges(["waiting", "prioritized"], -sampleSize, -1),
  ]);
  const jobIds = new Set(samples.flat());
  const byAccount = new Map<string, number>();
  for (const jobId of jobIds) {
    const account = ownerTagOf(imageIdOf(jobId));
    byAccount.set(account, (byAccount.get(account) ?? 0) + 1);
  }
  const scale = Math.max(1, waiting / jobIds.size);
  for (const [account, count] of byAccount) byAccount.set(account, Math.ceil(count * scale));
  return { waiting, byAccount };
}

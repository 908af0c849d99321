import { imageIdOf, ownerTagOf } from "@placard/contracts";
import type { JobType, Queue } from "bullmq";

/** The methods of a queue that read its waiting jobs. */
export type WaitingJobs = Pick<Queue, "getJobCountByTypes" | "getRanges">;

/** The waiting jobs of a queue. */
export interface Occupancy {
  waiting: number;
  /** By owner tag. The values of a queue that is longer than the sample are estimates. */
  byAccount: Map<string, number>;
}

/** The states of waiting jobs: BullMQ keeps those with a priority in a list of their own. */
const waitingStates = ["wait", "prioritized"] as const satisfies JobType[];

/** The job ids that are read from each end of both lists of a queue. Reading them takes about a millisecond. */
const sampleSize = 1_000;

/**
 * Reads how many jobs wait in a queue, and of which accounts: image ids start with the tag of their account. Of a queue with
 * more than 2,000 jobs, the newest and the oldest 1,000 of each list are counted and taken as a sample. Rejects if Redis is unavailable.
 */
export async function readOccupancy(queue: WaitingJobs): Promise<Occupancy> {
  const waiting = await queue.getJobCountByTypes(...waitingStates);
  const jobIds = await readSample(queue, waiting);
  const counts = new Map<string, number>();
  for (const jobId of jobIds) {
    const account = ownerTagOf(imageIdOf(jobId));
    counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  if (waiting <= jobIds.length) return { waiting: jobIds.length, byAccount: counts }; // jobs arrived in the meantime
  const scaled = [...counts].map(
    ([account, count]) => [account, Math.ceil((count * waiting) / jobIds.length)] as const,
  );
  return { waiting, byAccount: new Map(scaled) };
}

async function readSample(queue: WaitingJobs, waiting: number): Promise<string[]> {
  if (waiting === 0) return [];
  if (waiting <= 2 * sampleSize) return queue.getRanges([...waitingStates], 0, 2 * sampleSize - 1);
  const ends = await Promise.all([
    queue.getRanges([...waitingStates], 0, sampleSize - 1),
    queue.getRanges([...waitingStates], -sampleSize, -1),
  ]);
  return ends.flat();
}

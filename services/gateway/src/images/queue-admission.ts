import {
  AppError,
  imageIdOf,
  ownerTagOf,
  renderKeys,
  renderQueues,
  type RenderQueueName,
} from "@placard/contracts";
import type { Queue } from "bullmq";
import type { Platform } from "../platform.ts";
import { checkQueueShare } from "./queue-share.ts";

/** The maximum age of a cached state, in ms. */
const stateTtlMs = 100;

/** A job that this process has admitted, and that the state may lack. */
interface AdmittedJob {
  queue: RenderQueueName;
  imageId: string;
  /** Whether the job is in the queue, or has failed to get there. */
  hasArrived: boolean;
}

/**
 * Creates the check whether another job may be enqueued, by a state of the queues at most 100 ms old. Each
 * queue has its own limit, so that slow remote images don't fill the queue of others. `checkQueueShare`
 * shares it between accounts. Jobs that other gateways have just admitted are unknown, so a queue may become
 * a little longer than the limit.
 * @param clock measures the age of the state in ms. It is not the shared clock, which may be set back.
 */
export function createQueueAdmission(
  { settings, redis, queues, metrics }: Platform,
  clock: { now: () => number } = performance,
) {
  const throughput = createThroughput(clock);
  let state: ReturnType<typeof readState> | undefined;
  let readAt = 0;
  let admitted: AdmittedJob[] = [];

  async function readState() {
    const arrived = new Set(admitted.filter(({ hasArrived }) => hasArrived));
    const [occupancy, hasRenderer] = await Promise.all([readOccupancy(queues.render), isRendererAlive()]);
    admitted = admitted.filter((job) => !arrived.has(job)); // the state has them
    return { occupancy, hasRenderer };
  }

  function currentState(): ReturnType<typeof readState> {
    if (state === undefined || clock.now() - readAt >= stateTtlMs) {
      readAt = clock.now();
      state = readState();
      state.catch(() => (state = undefined)); // callers get the error; the next call reads the state again
    }
    return state;
  }

  async function isRendererAlive(): Promise<boolean> {
    return (await redis.exists(renderKeys.rendererAlive)) === 1;
  }

  /**
   * The time until the waiting jobs are rendered at the current throughput; 10 s if there were no recent
   * renders.
   */
  function retryAfterSeconds(waiting: number): number {
    const perSecond = throughput.perSecond();
    return perSecond === 0 ? 10 : Math.min(60, Math.max(1, Math.ceil(waiting / perSecond)));
  }

  return {
    /**
     * Reads the state again if it is old. Call this while looking up an image, to enqueue it without waiting.
     */
    prepare(): void {
      void currentState();
    },

    /** Call this for every finished job of any renderer. */
    recordEnded: throughput.record,

    /**
     * Admits the job of an image to a queue. The job counts as waiting from then on. Call the returned
     * function when it is in the queue, or has failed to get there. Rejects with AppError `unavailable` (no
     * renderer) or `overloaded`.
     */
    async admit(
      queue: RenderQueueName,
      { imageId, isBulk }: { imageId: string; isBulk: boolean },
    ): Promise<() => void> {
      const { occupancy, hasRenderer } = await currentState();
      if (!hasRenderer) throw noRenderer();
      const { waiting: inQueue, byAccount, imageIds } = occupancy[queue];
      const underWay = admitted.filter((job) => job.queue === queue && !imageIds.has(job.imageId));
      const account = ownerTagOf(imageId);
      const waiting = inQueue + underWay.length;
      const ofAccount =
        (byAccount.get(account) ?? 0) + underWay.filter((job) => ownerTagOf(job.imageId) === account).length;
      const rejection = checkQueueShare({ limit: settings.QUEUE_LIMIT, waiting, ofAccount, isBulk });
      if (rejection !== undefined) {
        metrics.countRenderRejection(rejection);
        throw new AppError("overloaded", {
          ...(rejection === "account_share" && { message: accountShareMessage }),
          retryAfterSeconds: retryAfterSeconds(waiting),
        });
      }
      const job: AdmittedJob = { queue, imageId, hasArrived: false };
      admitted.push(job);
      return () => (job.hasArrived = true);
    },

    /** Rejects with AppError `unavailable` if no renderer is running. */
    async checkRenderer(): Promise<void> {
      if (!(await isRendererAlive())) throw noRenderer();
    },
  };
}
export type QueueAdmission = ReturnType<typeof createQueueAdmission>;

const accountShareMessage =
  "Your account has as many images waiting in the render queue as it may while other accounts use it. " +
  "Retry after the `Retry-After` interval.";

function noRenderer(): AppError {
  return new AppError("unavailable", {
    message: "No renderer is running. Retry after the `Retry-After` interval.",
    retryAfterSeconds: 2,
  });
}

/** The waiting jobs of a queue. */
interface Occupancy {
  waiting: number;
  /** By owner tag. The values of a queue that is longer than the sample are estimates. */
  byAccount: Map<string, number>;
  /** Of the jobs, or of the sample of a long queue. */
  imageIds: ReadonlySet<string>;
}

type WaitingJobs = Readonly<Record<RenderQueueName, Pick<Queue, "getJobCountByTypes" | "getRanges">>>;

/** The jobs that are read from each end of a queue. Reading them takes about a millisecond. */
const sampleSize = 1_000;

/**
 * Reads how many jobs wait in each queue, and of which accounts: image ids start with the tag of their
 * account. Of a queue of more than 2,000 jobs, the newest and the oldest 1,000 are taken as a sample. Rejects
 * if Redis is unavailable.
 */
export async function readOccupancy(queues: WaitingJobs): Promise<Record<RenderQueueName, Occupancy>> {
  const occupancies = renderQueues.map(async (name) => [name, await readQueue(queues[name])] as const);
  return Object.fromEntries(await Promise.all(occupancies)) as Record<RenderQueueName, Occupancy>;
}

async function readQueue(queue: WaitingJobs[RenderQueueName]): Promise<Occupancy> {
  const [waiting, ...samples] = await Promise.all([
    queue.getJobCountByTypes("waiting", "prioritized"),
    queue.getRanges(["waiting", "prioritized"], 0, sampleSize - 1),
    queue.getRanges(["waiting", "prioritized"], -sampleSize, -1),
  ]);
  const imageIds = new Set(samples.flat().map((jobId) => imageIdOf(jobId)));
  const byAccount = new Map<string, number>();
  for (const imageId of imageIds) {
    const account = ownerTagOf(imageId);
    byAccount.set(account, (byAccount.get(account) ?? 0) + 1);
  }
  const scale = Math.max(1, waiting / imageIds.size);
  for (const [account, count] of byAccount) byAccount.set(account, Math.ceil(count * scale));
  return { waiting, byAccount, imageIds };
}

/** The window in which jobs are counted, in ms. */
const windowMs = 2_000;

/** Counts events and reports their rate in the last complete window. */
function createThroughput(clock: { now: () => number }) {
  let windowStart = clock.now();
  let count = 0;
  let rate = 0;

  function rollWindow(): void {
    const elapsedMs = clock.now() - windowStart;
    if (elapsedMs < windowMs) return;
    rate = count / (elapsedMs / 1000);
    windowStart = clock.now();
    count = 0;
  }

  return {
    record(): void {
      rollWindow();
      count++;
    },

    /** Events per second; 0 until the first window is complete. */
    perSecond(): number {
      rollWindow();
      return rate;
    },
  };
}

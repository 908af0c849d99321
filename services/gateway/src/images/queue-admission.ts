import {
  AppError,
  remoteImageQueue,
  renderKeys,
  renderQueue,
  type RenderQueueName,
} from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import type { Queue } from "bullmq";

interface Deps {
  redis: RedisClient;
  queues: Readonly<Record<RenderQueueName, Pick<Queue, "getWaitingCount">>>;
  /** The number of waiting jobs at which a queue admits no more. */
  limit: number;
  /** Epoch ms. */
  now: () => number;
}

/** The state of the queues. */
interface QueueState {
  waiting: Record<RenderQueueName, number>;
  hasRenderer: boolean;
}

/** The maximum age of a cached state, in ms. Jobs that are admitted in the meantime are added to it. */
const stateTtlMs = 100;

/** The share of a queue that batches may fill; the rest is reserved for single requests. */
const bulkShare = 0.5;

/**
 * Creates the check that decides whether another job may be enqueued, from a state of the queues that is at most 100 ms old.
 * Each queue has its own limit, so slow remote images can't cause images without them to be rejected.
 */
export function createQueueAdmission({ redis, queues, limit, now }: Deps) {
  const throughput = createThroughput(now);
  let state: Promise<QueueState> | undefined;
  let readAt = 0;

  function currentState(): Promise<QueueState> {
    if (state === undefined || now() - readAt >= stateTtlMs) {
      readAt = now();
      state = readState();
      state.catch(() => (state = undefined)); // callers get the error; the next call reads the state again
    }
    return state;
  }

  async function readState(): Promise<QueueState> {
    const [withoutRemoteImages, withRemoteImages, hasRenderer] = await Promise.all([
      queues[renderQueue].getWaitingCount(),
      queues[remoteImageQueue].getWaitingCount(),
      isRendererAlive(),
    ]);
    return {
      waiting: { [renderQueue]: withoutRemoteImages, [remoteImageQueue]: withRemoteImages },
      hasRenderer,
    };
  }

  async function isRendererAlive(): Promise<boolean> {
    return (await redis.exists(renderKeys.rendererAlive)) === 1;
  }

  /** The time until the waiting jobs are rendered at the current throughput; 10 s if there were no recent renders. */
  function retryAfterSeconds(waiting: number): number {
    const perSecond = throughput.perSecond();
    return perSecond === 0 ? 10 : Math.min(60, Math.max(1, Math.ceil(waiting / perSecond)));
  }

  return {
    /** Call this for every finished job of any renderer. */
    recordEnded: throughput.record,

    /** Admits a job to a queue. Rejects with AppError `unavailable` (no renderer) or `overloaded`. */
    async admit(queue: RenderQueueName, { isBulk }: { isBulk: boolean }): Promise<void> {
      const { waiting, hasRenderer } = await currentState();
      if (!hasRenderer) throw noRenderer();
      if (waiting[queue] >= (isBulk ? limit * bulkShare : limit))
        throw new AppError("overloaded", { retryAfterSeconds: retryAfterSeconds(waiting[queue]) });
      waiting[queue]++;
    },

    /** Rejects with AppError `unavailable` if no renderer is running. */
    async checkRenderer(): Promise<void> {
      if (!(await isRendererAlive())) throw noRenderer();
    },
  };
}
export type QueueAdmission = ReturnType<typeof createQueueAdmission>;

function noRenderer(): AppError {
  return new AppError("unavailable", {
    message: "No renderer is running. Retry after the `Retry-After` interval.",
    retryAfterSeconds: 2,
  });
}

/** The window in which jobs are counted, in ms. */
const windowMs = 2_000;

/** Counts events and reports their rate in the last complete window. */
function createThroughput(now: () => number) {
  let windowStart = now();
  let count = 0;
  let rate = 0;

  function rollWindow(): void {
    const elapsedMs = now() - windowStart;
    if (elapsedMs < windowMs) return;
    rate = count / (elapsedMs / 1000);
    windowStart = now();
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

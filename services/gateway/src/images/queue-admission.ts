import {
  AppError,
  imageIdOf,
  ownerTagOf,
  renderKeys,
  renderQueues,
  type RenderQueueName,
} from "@placard/contracts";
import type { Platform } from "../platform.ts";
import { checkQueueShare } from "./queue-share.ts";

/** The maximum age of a cached state, in ms. */
const stateTtlMs = 100;

/** A job that this gateway has admitted. The state may lack it. */
interface AdmittedJob {
  queue: RenderQueueName;
  imageId: string;
  /** Whether the job is in the queue, or could not be added. */
  isAdded: boolean;
}

/**
 * Creates the check whether another job may be added to a queue. `checkQueueShare` shares each queue between
 * accounts. Slow remote images have a queue of their own, so they don't fill that of others.
 *
 * The jobs that count are those in the queue, read at most 100 ms ago, and those that this gateway has
 * admitted. An admitted job counts until a read that starts after it was added, because this read has it. If
 * the gateway dies, its admitted jobs either are in the queue or will never be. Jobs that other gateways have
 * just admitted are unknown, so a queue may become a little longer than the limit.
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
    const added = new Set(admitted.filter(({ isAdded }) => isAdded));
    const [inQueue, hasRenderer] = await Promise.all([readWaiting(queues.render), isRendererAlive()]);
    admitted = admitted.filter((job) => !added.has(job));
    return { inQueue, hasRenderer };
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
     * Adds the job of an image to a queue by calling `add`, if there is room. Rejects with AppError
     * `unavailable` (no renderer) or `overloaded`, or with the error of `add`.
     */
    async admit(
      queue: RenderQueueName,
      { imageId, isBulk }: { imageId: string; isBulk: boolean },
      add: () => Promise<void>,
    ): Promise<void> {
      const { inQueue, hasRenderer } = await currentState();
      if (!hasRenderer) throw noRenderer();
      const underWay = admitted.filter((job) => job.queue === queue).map((job) => job.imageId);
      const waiting = new Set([...inQueue[queue], ...underWay]);
      const account = ownerTagOf(imageId);
      const ofAccount = [...waiting].filter((id) => ownerTagOf(id) === account).length;
      const counts = { limit: settings.QUEUE_LIMIT, waiting: waiting.size, ofAccount };
      const rejection = checkQueueShare({ ...counts, isBulk });
      if (rejection !== undefined) {
        metrics.countRenderRejection(rejection);
        throw new AppError("overloaded", {
          ...(rejection === "account_share" && { message: accountShareMessage }),
          retryAfterSeconds: retryAfterSeconds(waiting.size),
        });
      }
      const job: AdmittedJob = { queue, imageId, isAdded: false };
      admitted.push(job);
      await add().finally(() => (job.isAdded = true));
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

/** Reads the image IDs of the jobs that wait in each queue. Rejects if Redis is unavailable. */
async function readWaiting(queues: Platform["queues"]["render"]): Promise<Record<RenderQueueName, string[]>> {
  const waiting = renderQueues.map(async (name) => {
    const jobIds = await queues[name].getRanges(["waiting", "prioritized"], 0, -1);
    return [name, jobIds.map(imageIdOf)] as const;
  });
  return Object.fromEntries(await Promise.all(waiting)) as Record<RenderQueueName, string[]>;
}

/** The window in which finished jobs are counted, in ms. */
const windowMs = 2_000;

/** Counts finished jobs, and reports their rate. */
function createThroughput(clock: { now: () => number }) {
  /** When the jobs of the window finished, in order. */
  const times: number[] = [];

  function forgetOld(): void {
    while (times[0] !== undefined && times[0] < clock.now() - windowMs) times.shift();
  }

  return {
    record(): void {
      forgetOld();
      times.push(clock.now());
    },

    /** Jobs per second. */
    perSecond(): number {
      forgetOld();
      return times.length / (windowMs / 1000);
    },
  };
}

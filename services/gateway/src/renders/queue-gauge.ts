import { AppError, renderKeys } from "@placard/contracts";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";

interface Deps {
  redis: Redis;
  queue: Pick<Queue, "getWaitingCount">;
  /** Waiting jobs past which no more are taken. */
  limit: number;
  /** Epoch ms. */
  now: () => number;
}

/** How old a reading of the queue may be, in ms: what comes in between is counted on top of it. */
const readingLivesMs = 100;

/** How much of the queue requests in bulk may fill: the rest is kept for those that come one by one. */
const bulkShare = 0.5;

/** Decides whether one more job may be enqueued, from a reading of the queue that is at most 100 ms old. */
export function createQueueGauge({ redis, queue, limit, now }: Deps) {
  let reading: Promise<{ waiting: number; alive: boolean }> | undefined;
  let readAt = 0;
  let admittedSince = 0;

  function read() {
    if (reading === undefined || now() - readAt >= readingLivesMs) {
      readAt = now();
      admittedSince = 0;
      reading = Promise.all([queue.getWaitingCount(), rendererAlive()]).then(([waiting, alive]) => ({
        waiting,
        alive,
      }));
      reading.catch(() => (reading = undefined)); // whoever waits for it gets the error; the next asks anew
    }
    return reading;
  }

  async function rendererAlive(): Promise<boolean> {
    return (await redis.exists(renderKeys.rendererAlive)) === 1;
  }

  return {
    /** Resolves where a job may be enqueued now; else AppError `unavailable` (no renderer) or `overloaded`. */
    async admit({ bulk = false }: { bulk?: boolean | undefined } = {}): Promise<void> {
      const { waiting, alive } = await read();
      if (!alive) throw noRenderer();
      if (waiting + admittedSince >= (bulk ? limit * bulkShare : limit))
        throw new AppError("overloaded", { retryAfterSeconds: 1 });
      admittedSince++;
    },

    /** Resolves where a renderer is there; else AppError `unavailable`. */
    async checkRenderer(): Promise<void> {
      if (!(await rendererAlive())) throw noRenderer();
    },
  };
}
export type QueueGauge = ReturnType<typeof createQueueGauge>;

function noRenderer(): AppError {
  return new AppError("unavailable", {
    message: "No renderer is there to draw the image. Try again as `Retry-After` says.",
    retryAfterSeconds: 2,
  });
}

import { AppError, pictureQueue, renderKeys, renderQueue, type RenderQueueName } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import type { Queue } from "bullmq";
import { createPace } from "./pace.ts";

interface Deps {
  redis: RedisClient;
  queues: Readonly<Record<RenderQueueName, Pick<Queue, "getWaitingCount">>>;
  /** Waiting jobs past which a queue takes no more. */
  limit: number;
  /** Epoch ms. */
  now: () => number;
}

/** What a look at Redis has found. */
interface Reading {
  waiting: Record<RenderQueueName, number>;
  alive: boolean;
}

/** How old a reading of the queues may be, in ms: what comes in between is counted on top of it. */
const readingLivesMs = 100;

/** How much of a queue requests in bulk may fill: the rest is kept for those that come one by one. */
const bulkShare = 0.5;

/**
 * Decides whether one more job may be enqueued, from a reading of the queues that is at most 100 ms old. Each queue has
 * the limit to itself: slow pictures fill theirs without a plain card being refused.
 */
export function createQueueGauge({ redis, queues, limit, now }: Deps) {
  const pace = createPace(now);
  let reading: Promise<Reading> | undefined;
  let readAt = 0;

  function read(): Promise<Reading> {
    if (reading === undefined || now() - readAt >= readingLivesMs) {
      readAt = now();
      reading = look();
      reading.catch(() => (reading = undefined)); // whoever waits for it gets the error; the next asks anew
    }
    return reading;
  }

  async function look(): Promise<Reading> {
    const [plain, withPicture, alive] = await Promise.all([
      queues[renderQueue].getWaitingCount(),
      queues[pictureQueue].getWaitingCount(),
      rendererAlive(),
    ]);
    return { waiting: { [renderQueue]: plain, [pictureQueue]: withPicture }, alive };
  }

  async function rendererAlive(): Promise<boolean> {
    return (await redis.exists(renderKeys.rendererAlive)) === 1;
  }

  /** When those that wait will have been drawn, at the rate of late; 10 s where none has been drawn of late. */
  function retryAfterSeconds(waiting: number): number {
    const perSecond = pace.perSecond();
    return perSecond === 0 ? 10 : Math.min(60, Math.max(1, Math.ceil(waiting / perSecond)));
  }

  return {
    /** Has to be called for every job that has ended, at whatever renderer. */
    noteEnded: pace.note,

    /** Resolves where a queue may take a job now; else AppError `unavailable` (no renderer) or `overloaded`. */
    async admit(
      queue: RenderQueueName,
      { bulk = false }: { bulk?: boolean | undefined } = {},
    ): Promise<void> {
      const { waiting, alive } = await read();
      if (!alive) throw noRenderer();
      if (waiting[queue] >= (bulk ? limit * bulkShare : limit))
        throw new AppError("overloaded", { retryAfterSeconds: retryAfterSeconds(waiting[queue]) });
      waiting[queue]++;
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

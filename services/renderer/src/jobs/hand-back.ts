import { queuePrefix, type RenderJob } from "@placard/contracts";
import type { Logger, RedisClient } from "@placard/runtime";
import { WaitingError, type Job } from "bullmq";
import { FontLimitError } from "../assets/font-assets.ts";
import type { CompletedRender } from "./render.ts";

interface Deps {
  redis: RedisClient;
  /** Takes no more jobs. */
  pause: () => Promise<void>;
  logger: Pick<Logger, "info">;
}

/**
 * Wraps a processor so that a job that this process can't render because of its fonts returns to the front of its queue, for
 * another process. It does not count as an attempt, nor as a start: BullMQ counts starts in `ats`, to find jobs that crash
 * their renderers.
 */
export function handBackJobs(
  process: (job: Job<RenderJob>) => Promise<CompletedRender>,
  { redis, pause, logger }: Deps,
) {
  return async (job: Job<RenderJob>, token?: string): Promise<CompletedRender> => {
    try {
      return await process(job);
    } catch (error) {
      if (!(error instanceof FontLimitError) || token === undefined) throw error;
      await pause(); // first: this process must not take the job again
      await redis.hincrby(`${queuePrefix}:${job.queueName}:${job.id}`, "ats", -1);
      await job.moveToWait(token);
      logger.info({ requestId: job.data.requestId, imageId: job.data.id }, "job handed back");
      throw new WaitingError();
    }
  };
}

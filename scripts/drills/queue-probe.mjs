import { queuePrefix, renderQueue } from "@placard/contracts";
import { Queue } from "bullmq";

/**
 * Looks into the render queue from outside.
 * @param {string} redisUrl
 */
export function createQueueProbe(redisUrl) {
  const queue = new Queue(renderQueue, { connection: { url: redisUrl }, prefix: queuePrefix });
  queue.on("error", () => {});
  return {
    /** Jobs that wait, are put off or are being drawn. */
    async unfinished() {
      const {
        waiting = 0,
        active = 0,
        delayed = 0,
      } = await queue.getJobCounts("waiting", "active", "delayed");
      return waiting + active + delayed;
    },
    close: () => queue.close(),
  };
}

import { queuePrefix, renderQueue } from "@placard/contracts";
import { Redis } from "ioredis";

/**
 * Looks into the render queue from outside.
 * @param {string} redisUrl
 */
export function createQueueProbe(redisUrl) {
  const redis = new Redis(redisUrl);
  redis.on("error", () => {});
  const key = (/** @type {string} */ part) => `${queuePrefix}:${renderQueue}:${part}`;
  return {
    /** Jobs that wait, are put off or are being drawn. */
    async unfinished() {
      const counts = await Promise.all([
        redis.llen(key("wait")),
        redis.llen(key("active")),
        redis.zcard(key("delayed")),
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: () => redis.disconnect(),
  };
}

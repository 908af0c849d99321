import { queuePrefix, renderQueue } from "@placard/contracts";
import { Redis } from "ioredis";

/**
 * Reads the state of the render queue from Redis.
 * @param {string} redisUrl
 */
export function createQueueProbe(redisUrl) {
  const redis = new Redis(redisUrl);
  redis.on("error", () => {});
  const key = (/** @type {string} */ state) => `${queuePrefix}:${renderQueue}:${state}`;
  return {
    /** The number of jobs that are waiting, delayed or active. */
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

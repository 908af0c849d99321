import { queuePrefix, renderQueue } from "@placard/contracts";
import { Redis } from "ioredis";

/** The number of render jobs that are waiting, delayed or active. */
export async function countUnfinishedJobs({ redis: { url } }) {
  const redis = new Redis(url);
  redis.on("error", () => {}); // commands reject
  const key = (state) => `${queuePrefix}:${renderQueue}:${state}`;
  const lengths = [redis.llen(key("wait")), redis.llen(key("active")), redis.zcard(key("delayed"))];
  const counts = await Promise.all(lengths).finally(() => redis.disconnect());
  return counts.reduce((sum, count) => sum + count, 0);
}

import { queuePrefix, renderQueue } from "@placard/contracts";
import { Redis } from "ioredis";

/** The number of render jobs that are waiting, with a priority or without, delayed or active. */
export async function countUnfinishedJobs({ redis: { url } }) {
  const redis = new Redis(url);
  redis.on("error", () => {}); // commands reject
  const key = (state) => `${queuePrefix}:${renderQueue}:${state}`;
  const lists = ["wait", "active"].map((state) => redis.llen(key(state)));
  const sets = ["prioritized", "delayed"].map((state) => redis.zcard(key(state)));
  const counts = await Promise.all([...lists, ...sets]).finally(() => redis.disconnect());
  return counts.reduce((sum, count) => sum + count, 0);
}

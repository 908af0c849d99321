import { rendererHeartbeat, renderKeys } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";

/** Reports to the gateways, through Redis, that a renderer is running, until it is stopped. */
export function startHeartbeat(redis: RedisClient): { stop: () => void } {
  const report = () => {
    redis.set(renderKeys.rendererAlive, "1", "PX", rendererHeartbeat.ttlMs).catch(() => {}); // logged by the connection
  };
  const timer = setInterval(report, rendererHeartbeat.intervalMs);
  report();
  return { stop: () => clearInterval(timer) };
}

import { rendererHeartbeat, renderKeys, type RendererStatus } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";

/** Reports to the gateways, through Redis, that a renderer is running and its status, until it is stopped. */
export function startHeartbeat(redis: RedisClient, status: RendererStatus): { stop: () => void } {
  const value = JSON.stringify(status);
  const report = () => {
    redis.set(renderKeys.rendererAlive, value, "PX", rendererHeartbeat.ttlMs).catch(() => {}); // logged by the connection
  };
  const timer = setInterval(report, rendererHeartbeat.intervalMs);
  report();
  return { stop: () => clearInterval(timer) };
}

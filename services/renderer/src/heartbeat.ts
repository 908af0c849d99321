import { rendererHeartbeat, renderKeys, type RendererStatus } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";

/** How long gateways wait for the process that replaces a renderer, in ms. */
const restartTtlMs = 20_000;

/** Reports to the gateways, through Redis, that a renderer is running and its status, until it is stopped. */
export function startHeartbeat(redis: RedisClient, status: RendererStatus) {
  const value = JSON.stringify(status);
  const report = (ttlMs: number = rendererHeartbeat.ttlMs) =>
    redis.set(renderKeys.rendererAlive, value, "PX", ttlMs).catch(() => {}); // logged by the connection
  const timer = setInterval(() => void report(), rendererHeartbeat.intervalMs);
  void report();
  return {
    /** `isRestart`: another process replaces this one at once, so gateways continue to accept requests. */
    async stop(isRestart: boolean): Promise<void> {
      clearInterval(timer);
      if (isRestart) await report(restartTtlMs);
    },
  };
}

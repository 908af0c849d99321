import { rendererBeat, renderKeys } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";

/** Reports to the gateways, through Redis, that a renderer is running, until it is stopped. */
export function startHeartbeat(redis: RedisClient): { stop: () => void } {
  const report = () => {
    redis.set(renderKeys.rendererAlive, "1", "PX", rendererBeat.lifeMs).catch(() => {}); // logged by the connection
  };
  const timer = setInterval(report, rendererBeat.everyMs);
  report();
  return { stop: () => clearInterval(timer) };
}

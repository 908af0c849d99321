import { rendererHeartbeat, renderKeys } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { failed, ok, type Finding } from "./finding.ts";

/** Whether a renderer is running and connected to this Redis. */
export async function checkRenderers(redis: RedisClient): Promise<Finding> {
  const seconds = rendererHeartbeat.ttlMs / 1000;
  return (await redis.exists(renderKeys.rendererAlive))
    ? ok(`A renderer has reported within the last ${seconds} s.`)
    : failed(
        `No renderer has reported within the last ${seconds} s. Start one, and check that its REDIS_URL leads to the same Redis.`,
      );
}

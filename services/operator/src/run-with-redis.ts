import { renderKeys } from "@placard/contracts";
import { createSharedClock, openRedis, readOperatorSettings } from "@placard/runtime";
import type { Context, Environment, Result } from "./command.ts";

const connectTimeoutMs = 5_000;

/** Makes a task of one that needs Redis. It rejects with StartError if Redis does not respond. */
export function withRedis(
  task: (context: Context) => Promise<Result>,
): (environment: Environment) => Promise<Result> {
  return async (environment) => {
    const settings = readOperatorSettings(environment.env);
    const redis = await openRedis(settings.REDIS_URL, connectTimeoutMs);
    const clock = createSharedClock(redis, renderKeys.rendererAlive);
    try {
      await clock.sample();
      return await task({ ...environment, settings, redis, now: clock.now });
    } finally {
      clock.stop();
      redis.disconnect();
    }
  };
}

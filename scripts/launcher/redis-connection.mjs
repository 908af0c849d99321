import { connectRedis, createLogger, formatRedisHosts } from "../../packages/runtime/dist/index.js";
import { LaunchError } from "./launch-error.mjs";

/**
 * A connection that answers commands. Throws LaunchError where there is none in time.
 * @param {string} url
 * @param {number} withinMs
 * @param {AbortSignal} [signal] ends the waiting
 */
export async function openRedis(url, withinMs, signal) {
  // What goes wrong is told by what this throws.
  const logger = createLogger("gateway");
  logger.level = "silent";
  const redis = connectRedis(url, "commands", logger);
  const patience = AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])]);
  await new Promise((resolve) => {
    redis.once("ready", resolve);
    if (patience.aborted) resolve(undefined);
    else patience.addEventListener("abort", resolve, { once: true });
  });
  if (redis.status === "ready") return redis;
  redis.disconnect();
  throw new LaunchError(
    `Redis doesn't answer at ${formatRedisHosts(url)}. Is it running, and is its password right?`,
  );
}

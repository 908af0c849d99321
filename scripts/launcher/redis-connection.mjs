import { connectRedis, createLogger, formatRedisHosts } from "../../packages/runtime/dist/index.js";
import { LaunchError } from "./launch-error.mjs";

/**
 * Connects to Redis. Throws LaunchError if the connection is not ready in time.
 * @param {string} url
 * @param {number} timeoutMs
 * @param {AbortSignal} [signal] cancels the wait
 */
export async function openRedis(url, timeoutMs, signal) {
  // Failures are reported by the error that this function throws.
  const logger = createLogger("gateway");
  logger.level = "silent";
  const redis = connectRedis(url, "commands", logger);
  const timeout = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  await new Promise((resolve) => {
    redis.once("ready", resolve);
    if (timeout.aborted) resolve(undefined);
    else timeout.addEventListener("abort", resolve, { once: true });
  });
  if (redis.status === "ready") return redis;
  redis.disconnect();
  throw new LaunchError(
    `Redis does not respond at ${formatRedisHosts(url)}. Check that it is running and that the password is correct.`,
  );
}

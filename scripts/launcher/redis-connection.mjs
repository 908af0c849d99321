import { openRedis as open, StartError } from "../../packages/runtime/dist/index.js";
import { LaunchError } from "./launch-error.mjs";

/**
 * Connects to Redis. Throws LaunchError if the connection is not ready in time.
 * @param signal cancels the wait
 */
export async function openRedis(url, timeoutMs, signal) {
  try {
    return await open(url, timeoutMs, signal);
  } catch (error) {
    throw error instanceof StartError ? new LaunchError(error.message) : error;
  }
}

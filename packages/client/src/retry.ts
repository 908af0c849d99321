import type { Clock } from "./clock.ts";
import { PlacardError } from "./errors.ts";

/** How often and for how long calls are retried. */
export interface RetryOptions {
  /** Maximum number of retries after the first attempt. Default 3; 0 disables retries. */
  limit?: number | undefined;
  /** Longest time from the first attempt to the start of a retry, in ms. Default 30,000. */
  totalMs?: number | undefined;
  /** The first backoff if the response has no `Retry-After`, in ms; it doubles each time. Default 250. */
  baseMs?: number | undefined;
  /** The longest backoff if the response has no `Retry-After`, in ms. Default 8,000. */
  maxMs?: number | undefined;
}

/** The options with all defaults filled in. */
export type RetryPolicy = { [Name in keyof RetryOptions]-?: number };

/** Fills in the defaults; a number is a `limit`. */
export function retryPolicy(options: number | RetryOptions = {}): RetryPolicy {
  const given: RetryOptions = typeof options === "number" ? { limit: options } : options;
  const { limit = 3, totalMs = 30_000, baseMs = 250, maxMs = 8_000 } = given;
  return { limit, totalMs, baseMs, maxMs };
}

const transientStatuses: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** Whether the same call may succeed later: no response, rate limited, or a service was unavailable. */
function isTransient({ code, status }: PlacardError): boolean {
  return code === "network_error" || code === "timeout" || transientStatuses.has(status);
}

/**
 * Runs a call and retries it according to the policy after a transient PlacardError. Waits at least as long
 * as `Retry-After` requires. Without it, waits for a random time up to a limit that doubles (“full jitter”):
 * not all clients retry at once.
 * @throws the error of the last attempt, or the signal's reason
 */
export async function withRetries<T>(
  run: () => Promise<T>,
  { policy, clock, signal }: { policy: RetryPolicy; clock: Clock; signal: AbortSignal | undefined },
): Promise<T> {
  const startedAt = clock.now();
  for (let retries = 0; ; retries++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PlacardError) || !isTransient(error) || retries >= policy.limit) throw error;
      const waitMs = backoffMs(error, retries, policy, clock);
      if (clock.now() - startedAt + waitMs > policy.totalMs) throw error;
      await clock.sleep(waitMs, signal);
    }
  }
}

function backoffMs({ retryAfterSeconds }: PlacardError, retries: number, policy: RetryPolicy, clock: Clock) {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + clock.random() * policy.baseMs;
  return clock.random() * Math.min(policy.maxMs, policy.baseMs * 2 ** retries);
}

import type { Clock } from "./clock.ts";
import { PlacardError } from "./errors.ts";

/** How often and how long a call is repeated that is safe to repeat. */
export interface RetryOptions {
  /** Repeats at most, beside the first try. Default 3; 0 turns them off. */
  limit?: number | undefined;
  /** No repeat begins later than this after the call, in ms: a longer wait is not begun. Default 30,000. */
  totalMs?: number | undefined;
  /** The first wait where the server names none, in ms; doubled each time. Default 250. */
  baseMs?: number | undefined;
  /** The longest wait where the server names none, in ms. Default 8,000. */
  maxMs?: number | undefined;
}

/** The options with every default filled in. */
export type RetryPolicy = { [Name in keyof RetryOptions]-?: number };

/** Fills in the defaults; a number is a `limit`. */
export function retryPolicy(options: number | RetryOptions = {}): RetryPolicy {
  const said: RetryOptions = typeof options === "number" ? { limit: options } : options;
  const { limit = 3, totalMs = 30_000, baseMs = 250, maxMs = 8_000 } = said;
  return { limit, totalMs, baseMs, maxMs };
}

const passing: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** Whether the same call may go better later: no answer, too many requests, or something out of reach for now. */
function mayPass({ code, status }: PlacardError): boolean {
  return code === "network_error" || code === "timeout" || passing.has(status);
}

/**
 * Runs a call, and repeats it as the policy says where its PlacardError may pass. Waits at least as long as `Retry-After`
 * says; where nothing is said, a random time below a bound that doubles ("full jitter"), so that many clients
 * that failed together don't come back together.
 * @throws what the last try threw, or the signal's reason
 */
export async function withRetries<T>(
  run: () => Promise<T>,
  { policy, clock, signal }: { policy: RetryPolicy; clock: Clock; signal: AbortSignal | undefined },
): Promise<T> {
  const began = clock.now();
  for (let repeats = 0; ; repeats++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PlacardError) || !mayPass(error) || repeats >= policy.limit) throw error;
      const wait = waitMs(error, repeats, policy, clock);
      if (clock.now() - began + wait > policy.totalMs) throw error;
      await clock.pause(wait, signal);
    }
  }
}

function waitMs({ retryAfterSeconds }: PlacardError, repeats: number, policy: RetryPolicy, clock: Clock) {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + clock.random() * policy.baseMs;
  return clock.random() * Math.min(policy.maxMs, policy.baseMs * 2 ** repeats);
}

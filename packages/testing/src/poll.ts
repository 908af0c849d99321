import { setTimeout as delay } from "node:timers/promises";

/**
 * Calls `probe` until it returns something other than `undefined` or `false`, and resolves with that. If
 * `probe` throws, it is called again. The interval grows with the time waited, from 10 to 100 ms, unless
 * `everyMs` sets it.
 * @param what for the error message: "redis-server to respond"
 * @throws Error after `timeoutMs` (120,000 by default: a start takes a minute on a busy machine); its cause is the last error that `probe` threw
 */
export async function poll<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 120_000, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const startedAt = performance.now();
  const intervalMs = () => everyMs ?? Math.min(100, Math.max(10, (performance.now() - startedAt) / 10));
  let cause: unknown;
  do {
    try {
      const result = await probe();
      if (result !== undefined && result !== false) return result;
    } catch (error) {
      cause = error;
    }
    await delay(intervalMs());
  } while (performance.now() - startedAt < timeoutMs);
  // In the message too: a parallel mocha prints no causes.
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}${reason}`, { cause });
}

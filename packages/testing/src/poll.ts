import { setTimeout as delay } from "node:timers/promises";

/**
 * Calls `probe` until it returns something other than `undefined` or `false`, and resolves with that. If
 * `probe` throws, it is called again.
 * @param what for the error message: "redis-server to respond"
 * @throws Error after `timeoutMs` (60,000 by default); its cause is the last error that `probe` threw
 */
export async function poll<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 60_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const result = await probe();
      if (result !== undefined && result !== false) return result;
    } catch (error) {
      cause = error;
    }
    await delay(everyMs);
  } while (performance.now() < deadline);
  throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`, { cause });
}

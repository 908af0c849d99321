import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks again and again until `probe` gives something other than `undefined` or `false`, and resolves to that.
 * An exception of `probe` counts as "not yet".
 * @param what named in the error: "redis-server to answer"
 * @throws Error after `timeoutMs` (30,000 by default); its cause is the last exception of `probe`
 */
export async function poll<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 30_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const end = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      cause = error;
    }
    await delay(everyMs);
  } while (performance.now() < end);
  throw new Error(`waited ${timeoutMs} ms in vain for ${what}`, { cause });
}

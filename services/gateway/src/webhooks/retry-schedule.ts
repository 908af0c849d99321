/** The time from each attempt of a delivery to the next one, in ms: 8 attempts within about 25 hours. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  7 * 3_600_000,
  10 * 3_600_000,
];

/** Retries are later by up to this part of their delay, so that they don't come all at once. */
const jitter = 0.1;

const maxRetryAfterMs = 86_400_000;

/**
 * The time until the next attempt, in ms; undefined if there is none. A server can ask for a later attempt,
 * by a day at most.
 * @param attempts the attempts so far
 * @param retryAfter the `Retry-After` of the response: seconds, or a date (RFC 9110, section 10.2.3)
 * @param now epoch ms
 * @param random 0 to 1
 */
export function nextRetryDelay(
  { attempts, retryAfter }: { attempts: number; retryAfter: string | undefined },
  { delaysMs = retryDelaysMs, now, random }: { delaysMs?: readonly number[]; now: number; random: number },
): number | undefined {
  const delayMs = delaysMs[attempts - 1];
  if (delayMs === undefined) return undefined;
  const askedMs = Math.min(parseRetryAfter(retryAfter, now), maxRetryAfterMs);
  return Math.max(Math.round(delayMs * (1 + jitter * random)), askedMs);
}

function parseRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(time) ? Math.max(0, time) : 0;
}

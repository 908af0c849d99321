/** The longest time between two records of the last use of a session, in ms. */
const maxStepMs = 60_000;

/**
 * When sessions end because they are not used. The last use is recorded once a step, of a minute at most, so
 * that few requests write to Redis. A session ends up to a step after the idle time, and never before.
 */
export function createIdleRule(idleSeconds = Number.POSITIVE_INFINITY) {
  const idleMs = 1000 * idleSeconds;
  const stepMs = Math.min(maxStepMs, idleMs / 10);
  return {
    /** The start of the step of a time (epoch ms), which is recorded as the last use. */
    startOfStep: (time: number) => time - (time % stepMs),

    /** Whether a session whose last use was recorded as `lastSeenAt` has ended at a time (epoch ms). */
    isIdle: (lastSeenAt: number, time: number) => time >= lastSeenAt + stepMs + idleMs,
  };
}

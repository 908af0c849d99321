/** A source of time and randomness, which tests replace. */
export interface Clock {
  /** Epoch ms. */
  now: () => number;
  /** At least 0, less than 1. */
  random: () => number;
  /** Resolves after this many ms. Rejects with the signal's reason when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The platform's time and randomness. */
export const systemClock: Clock = { now: Date.now, random: Math.random, sleep };

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** Time and chance, which tests replace. */
export interface Clock {
  /** Epoch ms. */
  now: () => number;
  /** At least 0, less than 1. */
  random: () => number;
  /** Resolves after so many ms; rejects with the signal's reason once that is aborted. */
  pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The platform's own. */
export const systemClock: Clock = { now: Date.now, random: Math.random, pause };

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

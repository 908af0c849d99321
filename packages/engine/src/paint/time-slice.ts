import { setImmediate } from "node:timers/promises";

/** How long one card may block the event loop, in ms, plus at most one line of text. */
const maxBlockedMs = 40;

/** Keeps track of how long work has blocked the event loop. */
export interface TimeSlice {
  readonly isUsedUp: () => boolean;
  /** Lets everything else that is due run, then starts a new time slice. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/**
 * Starts a time slice for work in steps on the main thread. Before each step, yield if the slice is used up.
 * Job locks are then renewed, and other cards continue. The check costs next to nothing, and an ordinary card
 * never yields.
 */
export function startTimeSlice(): TimeSlice {
  let startedAt = performance.now();
  return {
    isUsedUp: () => performance.now() - startedAt > maxBlockedMs,
    async yieldToEventLoop() {
      await setImmediate();
      startedAt = performance.now();
    },
  };
}

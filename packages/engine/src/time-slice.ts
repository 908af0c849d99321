import { setImmediate } from "node:timers/promises";

/** How long cards may block the event loop, in ms, plus at most one step. */
const maxBlockedMs = 20;

/** Keeps track of how long work has blocked the event loop. */
export interface TimeSlice {
  readonly isUsedUp: () => boolean;
  /** Lets everything else that is due run, then starts a new time slice. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/**
 * Starts a time slice for work in steps on the main thread. Before each step, yield if the slice is used up.
 * Job locks are then renewed, and other cards continue. Cards that share a time slice take turns: the event
 * loop runs after each. The check costs next to nothing.
 */
export function startTimeSlice(): TimeSlice {
  let startedAt = performance.now();
  let latest = Promise.resolve();
  return {
    isUsedUp: () => performance.now() - startedAt > maxBlockedMs,
    yieldToEventLoop() {
      latest = latest.then(async () => {
        await setImmediate();
        startedAt = performance.now();
      });
      return latest;
    },
  };
}

import { setImmediate } from "node:timers/promises";

/** How long one card may hold up all else in its process, in ms, give or take a line of text. */
const holdMs = 40;

/** Says when a long piece of work should let others on, and lets them. */
export interface Breath {
  readonly isDue: () => boolean;
  readonly take: () => Promise<void>;
}

/**
 * For work that is done piece by piece on one thread: where `isDue`, the next piece starts only after `take`. Locks of
 * jobs are renewed and other cards go on meanwhile. Asking costs next to nothing, so that a usual card never waits.
 */
export function createBreath(): Breath {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > holdMs,
    async take() {
      await setImmediate();
      since = performance.now();
    },
  };
}

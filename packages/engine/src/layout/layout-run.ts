import type { TimeSlice } from "../time-slice.ts";

/** Leaves a layout whose time slice is used up. */
class Paused extends Error {}

/**
 * Runs the layouts of a card in time slices. Boxes and texts are laid out by plain recursive calls, which
 * can't be paused. As generators, all of them would be slower and longer, but few cards need a pause. So a
 * pause leaves the calls with an exception, and they start again. This repeats little work: boxes keep the
 * layouts of their children, and texts the steps that are finished.
 */
export class LayoutRuns {
  readonly #timeSlice: TimeSlice;

  constructor(timeSlice: TimeSlice) {
    this.#timeSlice = timeSlice;
  }

  /** Calls `layOut`, again after each pause. */
  async run<T>(layOut: () => T): Promise<T> {
    for (;;) {
      if (this.#timeSlice.isUsedUp()) await this.#timeSlice.yieldToEventLoop();
      try {
        return layOut();
      } catch (error) {
        if (!(error instanceof Paused)) throw error;
      }
    }
  }

  readonly pause = (): void => {
    if (this.#timeSlice.isUsedUp()) throw new Paused();
  };
}

import type { TimeSlice } from "../time-slice.ts";

/** Leaves a layout whose time slice is used up. */
class Paused extends Error {}

/**
 * Runs the layouts of a card in time slices. They are plain calls, which can't be paused. So a pause leaves
 * them with an exception, and they start again: finished steps of texts are kept.
 */
export class LayoutRuns {
  /** Identifies a run. During one, the sizes of boxes and fonts don't change. */
  id = 0;
  readonly #timeSlice: TimeSlice;

  constructor(timeSlice: TimeSlice) {
    this.#timeSlice = timeSlice;
  }

  /** Calls `layOut`, again after each pause. */
  async run<T>(layOut: () => T): Promise<T> {
    this.id++;
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

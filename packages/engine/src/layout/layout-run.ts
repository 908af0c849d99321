import type { TimeSlice } from "../time-slice.ts";
import type { Steps } from "./inline-content.ts";

/** Leaves a layout whose time slice is used up. */
class Paused extends Error {}

/**
 * Runs the layouts of a card in time slices. Boxes are laid out by plain calls, which can't be paused. So a
 * pause leaves them with an exception, and they start again: finished texts and boxes are kept, and the
 * text that was being laid out continues.
 */
export class LayoutRuns {
  /** Identifies a run. During one, the sizes of boxes and fonts don't change. */
  id = 0;
  readonly #timeSlice: TimeSlice;
  #isAdvancing = false;

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

  /** The result of a computation, which continues in the next call if the time slice ends before. */
  advance<T>(steps: Steps<T>): T {
    if (this.#isAdvancing) return finish(steps); // a pause would end the computation around it
    this.#isAdvancing = true;
    try {
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        if (this.#timeSlice.isUsedUp()) throw new Paused();
      }
    } finally {
      this.#isAdvancing = false;
    }
  }
}

/** The result of a computation without pauses. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

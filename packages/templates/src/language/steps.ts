/** Work that can be paused between its steps. It returns its result after the last one. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

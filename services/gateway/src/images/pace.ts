/** How long events are counted before the count tells a rate, in ms. */
const windowMs = 2_000;

/** The rate of late of something that happens again and again. */
export function createPace(now: () => number) {
  let since = now();
  let counted = 0;
  let rate = 0;

  function turn(): void {
    const passedMs = now() - since;
    if (passedMs < windowMs) return;
    rate = counted / (passedMs / 1000);
    since = now();
    counted = 0;
  }

  return {
    note(): void {
      turn();
      counted++;
    },

    /** Events a second, over the last whole window; 0 before the first has passed. */
    perSecond(): number {
      turn();
      return rate;
    },
  };
}

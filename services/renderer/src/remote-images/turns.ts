/** Lets in so many at a time, in the order they came. */
export interface Turns {
  /** Resolves with what ends the turn. Rejects with the signal's reason when it says so before the turn has come. */
  take(signal?: AbortSignal): Promise<() => void>;
}

/** Turns of which at most `most` are under way. */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }

  function turn(): () => void {
    let ended = false;
    return () => {
      if (!ended) end();
      ended = true;
    };
  }

  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (underWay < most) {
        underWay++;
        return turn();
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal?.reason as Error);
        };
        const enter = () => {
          signal?.removeEventListener("abort", leave);
          resolve(turn());
        };
        signal?.addEventListener("abort", leave, { once: true });
        waiting.push(enter);
      });
    },
  };
}

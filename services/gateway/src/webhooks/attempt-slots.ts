/** The attempts of one gateway at a time. They mostly wait for servers. */
export const maxAttempts = 64;

/** Slots of one account. */
const maxPerAccount = 8;

/**
 * Creates the slots for attempts. An account can take at most 8, and at most half of the free ones. So
 * accounts whose servers do not respond leave slots for others.
 */
export function createAttemptSlots() {
  const inProgress = new Map<string, number>();
  let free = maxAttempts;

  function release(owner: string): void {
    free++;
    const rest = (inProgress.get(owner) ?? 1) - 1;
    if (rest === 0) inProgress.delete(owner);
    else inProgress.set(owner, rest);
  }

  return {
    /** Takes a slot for an account. Returns the function that releases it; undefined if there is none. */
    take(owner: string): (() => void) | undefined {
      const count = inProgress.get(owner) ?? 0;
      if (count >= Math.min(maxPerAccount, free / 2)) return undefined;
      free--;
      inProgress.set(owner, count + 1);
      return () => release(owner);
    },
  };
}

import { LRUCache } from "lru-cache";

/** A listing of this many keys or fewer, one page of S3, is not kept. */
const maxUnkeptKeys = 1_000;

/** How many listings are kept, each of at most 2 MB. The least recently used is evicted. */
const maxKept = 20;

/**
 * Shares a listing of an account among concurrent requests. A listing of more than 1,000 keys is kept for ten
 * times as long as it took: requests cannot overload storage. Rejects as `list` does, and then lists again
 * for the next request. `clock` measures time in ms.
 */
export function shareListing<Key>(
  list: (accountId: string) => Promise<Key[]>,
  clock: { now: () => number } = performance,
): (accountId: string) => Promise<Key[]> {
  const listings = new LRUCache<string, Promise<Key[]>>({ max: maxKept, perf: clock, ttlResolution: 0 });

  return async (accountId) => {
    const shared = listings.get(accountId);
    if (shared) return shared;
    const startedAt = clock.now();
    const listing = list(accountId);
    listings.set(accountId, listing);
    try {
      const { length } = await listing;
      const ttl = Math.ceil(10 * (clock.now() - startedAt));
      if (length > maxUnkeptKeys) listings.set(accountId, listing, { ttl });
      else listings.delete(accountId);
      return listing;
    } catch (error) {
      listings.delete(accountId);
      throw error;
    }
  };
}

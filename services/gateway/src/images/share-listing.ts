import { LRUCache } from "lru-cache";

/** A listing of this many keys or fewer, one page of S3, is not kept. */
const maxUnkeptKeys = 1_000;

interface Options<Listing> {
  /** The most listings that are kept. The least recently used is evicted. */
  maxKept: number;
  /** How many keys a listing has. */
  sizeOf: (listing: Listing) => number;
  /** Measures time in ms. The default is `performance`. */
  clock?: { now: () => number };
}

/**
 * Shares a listing of an account among the requests that need it at the same time, and keeps one of more than
 * 1,000 keys for ten times as long as it took, so that repeated requests cannot load storage. Rejects as
 * `list` does, and then lists again for the next request.
 */
export function shareListing<Listing>(
  list: (accountId: string) => Promise<Listing>,
  { maxKept, sizeOf, clock = performance }: Options<Listing>,
): (accountId: string) => Promise<Listing> {
  const listings = new LRUCache<string, Promise<Listing>>({ max: maxKept, perf: clock, ttlResolution: 0 });

  return async (accountId) => {
    const shared = listings.get(accountId);
    if (shared) return shared;
    const startedAt = clock.now();
    const listing = list(accountId);
    listings.set(accountId, listing);
    try {
      const listed = await listing;
      const ttl = Math.ceil(10 * (clock.now() - startedAt));
      if (sizeOf(listed) > maxUnkeptKeys) listings.set(accountId, listing, { ttl });
      else listings.delete(accountId);
      return listed;
    } catch (error) {
      listings.delete(accountId);
      throw error;
    }
  };
}

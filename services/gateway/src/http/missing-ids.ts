import { LRUCache } from "lru-cache";

/**
 * Creates a cache of missing ids that were requested in the last 5 s. Repeated requests for them read
 * nothing. Another gateway may create an image, so the caller has to look for its result in Redis.
 */
export function createMissingIds() {
  return new LRUCache<string, true>({ max: 10_000, ttl: 5_000 });
}

import { LRUCache } from "lru-cache";

/** The most ids that are kept. */
const maxIds = 10_000;

/** How long an id counts as missing, in ms. */
const missingTtlMs = 5_000;

/** The ids that were requested recently and don't exist. */
export interface MissingIds {
  has: (id: string) => boolean;
  add: (id: string) => void;
}

/**
 * Creates a cache of missing ids, so that repeated requests for them read neither storage nor Redis. Another gateway may have
 * created an image in the meantime, so the caller has to look for its result in Redis.
 */
export function createMissingIds(): MissingIds {
  const missing = new LRUCache<string, true>({ max: maxIds, ttl: missingTtlMs });
  return { has: (id) => missing.has(id), add: (id) => void missing.set(id, true) };
}

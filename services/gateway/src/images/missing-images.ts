import { LRUCache } from "lru-cache";

/** The most images that are kept. */
const maxImages = 10_000;

/** How long an image counts as missing, in ms. */
const missingTtlMs = 5_000;

/** The ids of images that were requested recently and don't exist. */
export interface MissingImages {
  has: (id: string) => boolean;
  add: (id: string) => void;
}

/**
 * Creates a cache of missing images, so that repeated requests for them don't read storage. Another gateway may have created
 * an image in the meantime, so the caller has to look for its result in Redis.
 */
export function createMissingImages(): MissingImages {
  const missing = new LRUCache<string, true>({ max: maxImages, ttl: missingTtlMs });
  return { has: (id) => missing.has(id), add: (id) => void missing.set(id, true) };
}

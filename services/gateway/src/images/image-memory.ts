import { imageKey, outputFormatNames, renderKeys } from "@placard/contracts";
import { keepSubscribed } from "@placard/runtime";
import { LRUCache } from "lru-cache";
import type { Platform } from "../platform.ts";
import type { StoredImage } from "./stored-images.ts";

/** How long bytes are served from memory before storage is read again, in ms: see decision 41. */
const maxAgeMs = 5_000;

/** The number of images of which the time of the last read is known. */
const maxReadTimes = 10_000;

/** Overhead of a cache entry, in bytes: metadata and key. */
const overheadBytes = 1_024;

/**
 * Keeps hot images in memory, and evicts the least recently used. An image is hot from its second read within
 * `maxAgeMs`: crawlers fetch most of them once. Concurrent reads of an image share one read of storage. With
 * `maxBytes` 0, nothing is kept. A gateway that deletes an image publishes its ID, and every gateway drops
 * it. Without a subscription, each read goes to storage. If a message is lost, an image is served for at most
 * `maxAgeMs`.
 * @param clock measures the age of what is in memory in ms. It is not the shared clock, which may be set
 *   back.
 */
export function createImageMemory(
  {
    store,
    redis,
    subscriber,
    logger,
    now,
  }: Pick<Platform, "store" | "redis" | "subscriber" | "logger" | "now">,
  maxBytes: number,
  clock: { now: () => number } = performance,
) {
  const images = new LRUCache<string, StoredImage & { validUntil: number }>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes }) => bytes.buffer.byteLength + overheadBytes, // of the whole buffer
  });
  const readTimes = new LRUCache<string, number>({ max: maxReadTimes });
  /**
   * Reads of storage in progress. One that is no longer here has been overtaken by a deletion: its result is
   * not kept.
   */
  const reads = new Map<string, Promise<StoredImage | undefined>>();
  let isSubscribed = false;

  function disable(): void {
    isSubscribed = false;
    images.clear();
    reads.clear();
  }

  /** Drops an image, and lets reads that follow ignore those in progress. */
  function drop(id: string): void {
    for (const format of outputFormatNames) {
      images.delete(imageKey(id, format));
      reads.delete(imageKey(id, format));
      readTimes.delete(imageKey(id, format));
    }
  }

  function peek(key: string): StoredImage | undefined {
    const image = images.get(key);
    return image && image.validUntil > clock.now() && image.meta.expiresAt > now() ? image : undefined;
  }

  function read(key: string): Promise<StoredImage | undefined> {
    const startedAt = clock.now();
    const isCurrent = () => reads.get(key) === reading;
    const reading = store
      .get(key)
      .then((image) => {
        if (!image || !isCurrent()) return image;
        const isHot = images.has(key) || clock.now() - (readTimes.get(key) ?? -Infinity) < maxAgeMs;
        if (isHot) images.set(key, { ...image, validUntil: startedAt + maxAgeMs });
        readTimes.set(key, clock.now());
        return image;
      })
      .finally(() => isCurrent() && reads.delete(key));
    reads.set(key, reading);
    return reading;
  }

  subscriber.on("close", disable);
  keepSubscribed(subscriber, renderKeys.deletedImages, logger, drop, () => (isSubscribed = maxBytes > 0));

  return {
    /** An image that is in memory and has not expired, without reading storage. `key` is its storage key. */
    peek,

    /** The image from memory or storage. Rejects with StorageUnavailableError. */
    async get(key: string): Promise<StoredImage | undefined> {
      return isSubscribed ? (peek(key) ?? reads.get(key) ?? read(key)) : store.get(key);
    },

    /** Drops an image whose bytes may have been replaced: the next read goes to storage. */
    drop,

    /**
     * Drops a deleted image at all gateways: at once here, and as soon as they receive the message elsewhere.
     * Rejects if Redis fails.
     */
    async dropEverywhere(id: string): Promise<void> {
      drop(id);
      await redis.publish(renderKeys.deletedImages, id);
    },

    /** The bytes in use. */
    size: () => images.calculatedSize,
  };
}
export type ImageMemory = ReturnType<typeof createImageMemory>;

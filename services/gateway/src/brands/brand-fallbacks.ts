import {
  fallbackKey,
  fallbackTtlSeconds,
  hashJson,
  imageFormatNames,
  imageFormats,
  type Brand,
  type ImageFormat,
} from "@placard/contracts";
import { fallbackDocument, fallbackRecipe } from "@placard/templates";
import { LRUCache } from "lru-cache";
import type { DrawPreview } from "../images/draw-preview.ts";
import type { Platform } from "../platform.ts";
import type { StoredImage } from "../images/stored-images.ts";

/** The memory for fallback images that were served recently, in bytes. */
const maxMemoryBytes = 16 * 1024 * 1024;

/** How often the rendering of a missing fallback image is tried, in ms. */
const retryIntervalMs = 60_000;

/** The fallback image of a brand, in a format. */
interface Wanted {
  owner: string;
  /** As recipes contain it. */
  brand: Brand;
  format: ImageFormat;
  requestId: string;
}

/**
 * Creates access to the fallback images of brands. They are rendered ahead of time, and stored by the content
 * of the brand.
 */
export function createBrandFallbacks({ store, logger, now }: Platform, drawPreview: DrawPreview) {
  const images = new LRUCache<string, StoredImage, Wanted>({
    maxSize: maxMemoryBytes,
    sizeCalculation: ({ bytes }) => bytes.buffer.byteLength + 1,
    fetchMethod: async (key, _previous, { context }) => {
      const stored = await store.get(key);
      if (!stored) renderMissing(key, context);
      return stored;
    },
  });
  const recentAttempts = new LRUCache<string, true>({ max: 10_000, ttl: retryIntervalMs });

  function renderMissing(key: string, wanted: Wanted): void {
    if (recentAttempts.has(key)) return;
    recentAttempts.set(key, true);
    render(key, wanted).catch((error: unknown) => {
      const { requestId, owner, format } = wanted;
      logger.warn(
        { requestId, accountId: owner, format, err: error },
        "fallback image of a brand could not be rendered",
      );
    });
  }

  async function render(key: string, { owner, brand, format, requestId }: Wanted): Promise<void> {
    const recipe = fallbackRecipe(owner, brand, format);
    const { bytes } = await drawPreview({ recipe, document: fallbackDocument, requestId });
    const storedAt = now();
    const meta = await store.put(key, bytes, {
      contentType: imageFormats[format].mediaType,
      storedAt,
      expiresAt: storedAt + 1000 * fallbackTtlSeconds,
      userMetadata: { owner },
    });
    images.set(key, { bytes, meta });
    logger.info({ requestId, accountId: owner, format }, "fallback image of a brand rendered");
  }

  /**
   * The fallback image of a brand. Undefined if it is not stored: it is then rendered in the background, at
   * most once a minute. Rejects with StorageUnavailableError.
   */
  function find(wanted: Wanted): Promise<StoredImage | undefined> {
    const key = fallbackKey(wanted.owner, hashJson(wanted.brand), wanted.format);
    return images.fetch(key, { context: wanted });
  }

  return {
    find,

    /** Renders the missing fallback images of a brand, in the background. A failure is only logged. */
    prepare(wanted: Omit<Wanted, "format">): void {
      for (const format of imageFormatNames)
        find({ ...wanted, format }).catch((error: unknown) => {
          const { requestId, owner } = wanted;
          logger.warn(
            { requestId, accountId: owner, format, err: error },
            "fallback image of a brand not found",
          );
        });
    },
  };
}
export type BrandFallbacks = ReturnType<typeof createBrandFallbacks>;

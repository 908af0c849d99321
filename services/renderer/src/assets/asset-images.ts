import { assetKey, detectFormat, sharedOwner } from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import type { ImageSource } from "@placard/templates/scene";
import { LRUCache } from "lru-cache";
import { DecodingError, type Decoder } from "../decoder/decoder.ts";
import { remoteImageFormats } from "../decoder/decoder-tasks.ts";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";
import type { RemoteImage, Size } from "../remote-images/remote-images.ts";
import { runWithTimeout } from "../run-with-timeout.ts";

/** An image that is not fetched from elsewhere: an asset, or SVG markup of a template. */
export type StoredImageSource = Exclude<ImageSource, { kind: "remote" }>;

interface Deps {
  decoder: Pick<Decoder, "toPixels">;
  store: Pick<ImageStore, "get">;
}

const mebibyte = 1024 * 1024;
/** Reading and decoding together. */
const timeoutMs = 5_000;

/** Creates access to the pixels of assets and SVG markup, which other processes decode. */
export function createAssetImages({ decoder, store }: Deps) {
  const files = new LRUCache<string, Promise<Buffer>>({
    max: 256,
    maxSize: 32 * mebibyte,
    sizeCalculation: () => mebibyte / 4, // until it is known
  });
  const images = new LRUCache<string, RemoteImage>({
    maxSize: 64 * mebibyte,
    sizeCalculation: ({ rgba }) => Math.max(1, rgba.length),
  });
  const inProgress = new Map<string, Promise<RemoteImage>>();

  /** The bytes of an asset of an account, or else of one that all accounts share. */
  async function readAsset(id: string, owner: string): Promise<Buffer> {
    for (const each of [owner, sharedOwner]) {
      const stored = await store.get(assetKey(each, id));
      if (stored) return stored.bytes;
    }
    throw new ImageUnavailableError("asset not found", "the account has no image with this ID");
  }

  function cachedAsset(id: string, owner: string): Promise<Buffer> {
    const key = `${owner}/${id}`;
    const cached = files.get(key);
    if (cached) return cached;
    const reading = readAsset(id, owner);
    files.set(key, reading);
    reading.then(
      (bytes) => files.get(key) === reading && files.set(key, reading, { size: Math.max(1, bytes.length) }),
      () => files.delete(key),
    );
    return reading;
  }

  async function decode(source: StoredImageSource, size: Size, owner: string): Promise<RemoteImage> {
    const { width, height } = size;
    const isMarkup = source.kind === "svg" && "markup" in source.svg;
    const id = source.kind === "asset" ? source.id : "id" in source.svg ? source.svg.id : "";
    const bytes = isMarkup
      ? Buffer.from((source.svg as { markup: string }).markup)
      : await cachedAsset(id, owner);
    try {
      const rgba = await runWithTimeout(
        (signal) => {
          if (source.kind === "svg")
            return decoder.toPixels({ task: "rasterize", bytes, width, height, color: source.color }, signal);
          const detected = detectFormat(bytes);
          const format = remoteImageFormats.find((each) => each === detected);
          if (!format) throw new ImageUnavailableError("asset is not an image");
          return decoder.toPixels({ task: "decode", bytes, format, width, height }, signal);
        },
        timeoutMs,
        () => new ImageUnavailableError(`decoding took more than ${timeoutMs} ms`),
      );
      return { width, height, rgba };
    } catch (error) {
      throw error instanceof DecodingError ? new ImageUnavailableError(error.message) : error;
    }
  }

  return {
    /** The bytes of an asset of an account. Rejects with ImageUnavailableError. */
    readFile: cachedAsset,

    /**
     * The pixels of an image of an account, stretched to a size in pixels; SVG documents are drawn at that
     * size. Rejects with ImageUnavailableError, or with StorageUnavailableError.
     */
    async imagePixels(source: StoredImageSource, size: Size, owner: string): Promise<RemoteImage> {
      const key = JSON.stringify([owner, source, size.width, size.height]);
      const cached = images.get(key);
      if (cached) return cached;
      const existing = inProgress.get(key);
      if (existing) return existing;
      const decoding = decode(source, size, owner);
      inProgress.set(key, decoding);
      try {
        const image = await decoding;
        images.set(key, image);
        return image;
      } finally {
        inProgress.delete(key);
      }
    },
  };
}

export type AssetImages = ReturnType<typeof createAssetImages>;

import { assetKey, detectFormat, sharedOwner } from "@placard/contracts";
import type { ImageStore } from "@placard/storage";
import { bytesOfDataUrl, isDataUrl } from "@placard/templates";
import type { ImageSource } from "@placard/templates/scene";
import { LRUCache } from "lru-cache";
import { DecodingError, type Decoder } from "../decoder/decoder.ts";
import { remoteImageFormats } from "../decoder/decoder-tasks.ts";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";
import { decodingReasonOf } from "../remote-images/public-reasons.ts";
import type { RemoteImage, Size } from "../remote-images/remote-images.ts";
import { runWithTimeout } from "../run-with-timeout.ts";

/** An image that is not fetched from elsewhere: an asset, or SVG markup of a template. */
export type StoredImageSource = Exclude<ImageSource, { kind: "remote" }>;

/** An image of an account, in a size. */
interface Wanted {
  source: StoredImageSource;
  size: Size;
  owner: string;
}

const mebibyte = 1024 * 1024;
/** Reading and decoding together. */
const timeoutMs = 5_000;

/** The bytes of an asset of an account, or else of all accounts; undefined if there is none. */
export async function readAsset(
  store: Pick<ImageStore, "get">,
  id: string,
  owner: string,
): Promise<Buffer | undefined> {
  for (const each of [owner, sharedOwner]) {
    const stored = await store.get(assetKey(each, id));
    if (stored) return stored.bytes;
  }
  return undefined;
}

/** Creates access to the pixels of assets and SVG markup, which other processes decode. */
export function createAssetImages(store: Pick<ImageStore, "get">, decoder: Pick<Decoder, "toPixels">) {
  // Concurrent cards share what is being read or decoded, also if it is evicted meanwhile.
  const files = new LRUCache<string, Buffer, { id: string; owner: string }>({
    max: 256,
    maxSize: 32 * mebibyte,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ignoreFetchAbort: true,
    async fetchMethod(_key, _previous, { context: { id, owner } }) {
      const bytes = await readAsset(store, id, owner);
      if (bytes) return bytes;
      throw new ImageUnavailableError("asset not found", "the account has no image with this ID");
    },
  });
  const images = new LRUCache<string, RemoteImage, Wanted>({
    maxSize: 64 * mebibyte,
    sizeCalculation: ({ rgba }) => Math.max(1, rgba.length),
    ignoreFetchAbort: true,
    fetchMethod: (_key, _previous, { context }) => decode(context),
  });

  /** The bytes of an asset of an account. Rejects with ImageUnavailableError. */
  const readFile = (id: string, owner: string) =>
    files.forceFetch(`${owner}/${id}`, { context: { id, owner } });

  async function decode({ source, size: { width, height }, owner }: Wanted): Promise<RemoteImage> {
    const isMarkup = source.kind === "svg" && "markup" in source.svg;
    const id = source.kind === "asset" ? source.id : "id" in source.svg ? source.svg.id : "";
    const bytes = isMarkup
      ? Buffer.from((source.svg as { markup: string }).markup)
      : isDataUrl(id)
        ? bytesOfDataUrl(id)
        : await readFile(id, owner);
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
      if (!(error instanceof DecodingError)) throw error;
      throw new ImageUnavailableError(error.message, decodingReasonOf(error.message));
    }
  }

  return {
    readFile,

    /**
     * The pixels of an image of an account, stretched to a size in pixels; SVG documents are drawn at that
     * size. Rejects with ImageUnavailableError, or with StorageUnavailableError.
     */
    imagePixels(source: StoredImageSource, size: Size, owner: string): Promise<RemoteImage> {
      const key = JSON.stringify([owner, source, size.width, size.height]);
      return images.forceFetch(key, { context: { source, size, owner } });
    },
  };
}

export type AssetImages = ReturnType<typeof createAssetImages>;

import { AppError, assetIdOfUrl, detectFormat, lanes } from "@placard/contracts";
import { ByteBudget, Lane } from "@placard/runtime";
import {
  createSafeFetch,
  SafeFetchError,
  type PortRange,
  type ResolveHost,
  type SafeFetchErrorCode,
} from "@placard/safe-fetch";
import { DecodingError, type Decoder } from "../decoder/decoder.ts";
import { remoteImageFormats, type RemoteImageFormat } from "../decoder/decoder-tasks.ts";
import { runWithTimeout } from "../run-with-timeout.ts";
import { createDownloadCache } from "./download-cache.ts";
import { ImageUnavailableError } from "./image-unavailable.ts";
import { decodingReasonOf, formatReasonOf, timeoutReason } from "./public-reasons.ts";

interface Options {
  /** IMAGE_HOSTS_ALLOW; undefined: any host. */
  allowedHosts?: readonly string[] | undefined;
  /** IMAGE_PORTS. Default: 80 and 443. */
  allowedPorts?: readonly PortRange[] | undefined;
  /** IMAGE_ALLOW_PRIVATE: for development and tests. */
  allowPrivateAddresses: boolean;
  resolveHost?: ResolveHost;
  decoder: Pick<Decoder, "measure" | "toPixels">;
  /** Reads an asset of an account. Rejects with ImageUnavailableError. */
  readAsset: (id: string, owner: string) => Promise<Buffer>;
}

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface FetchOptions {
  /** The account that the card belongs to. */
  owner: string;
  /** ms. */
  budgetMs: number;
  /** Called with the bytes that the call downloads; not for a cached or shared download. */
  onDownloaded?: (bytes: number) => void;
}

/** The pixels of a remote image, scaled to a size. */
export interface RemoteImage extends Size {
  /** Row by row: red, green, blue and alpha (not premultiplied), one byte each. */
  rgba: Uint8Array;
}

const mebibyte = 1024 * 1024;
const fetchTimeoutMs = 5_000;
/** How long an image may take, to be fetched and decoded, in ms. */
export const maxRemoteImageMs = 6_000;
/** Requests sent to one host at a time. Waiting for others counts toward `fetchTimeoutMs`. */
const maxRequestsPerHost = 6;
const accept = "image/avif,image/webp,image/png,image/jpeg,image/gif";

/** Fetches and decodes the images that data names by URL, and the images of the account's assets. */
export function createRemoteImages({ decoder, readAsset, ...fetchOptions }: Options) {
  const safeFetch = createSafeFetch({ ...fetchOptions, maxRequestsPerHost });
  const lane = new Lane(lanes.remoteImages);
  const downloads = createDownloadCache({
    download,
    maxCachedBytes: 64 * mebibyte,
    ttlMs: 60_000,
    budget: new ByteBudget(lanes.remoteImages),
  });

  async function download(url: string, onChunk: (bytes: number) => void): Promise<Buffer> {
    try {
      const { body } = await safeFetch(url, { timeoutMs: fetchTimeoutMs, headers: { accept }, onChunk });
      return body;
    } catch (error) {
      throw unavailable(error);
    }
  }

  async function decode<T>(
    bytes: Buffer,
    { owner, signal }: { owner: string; signal: AbortSignal },
    run: (file: { bytes: Buffer; format: RemoteImageFormat }) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const detected = detectFormat(bytes);
    const format = remoteImageFormats.find((each) => each === detected);
    if (!format)
      throw new ImageUnavailableError("not a png, jpeg, webp, avif or gif file", formatReasonOf(bytes));
    try {
      return await lane.run(owner, () => run({ bytes, format }), signal);
    } catch (error) {
      if (error instanceof AppError) throw new ImageUnavailableError(error.message, timeoutReason);
      if (!(error instanceof DecodingError)) throw error;
      throw new ImageUnavailableError(error.message, decodingReasonOf(error.message));
    }
  }

  /** Downloads a file unless it is cached, and decodes it, within 6 s or `budgetMs`. */
  function withFile<T>(
    url: string,
    { owner, budgetMs, onDownloaded = () => {} }: FetchOptions,
    use: (file: { bytes: Buffer; format: RemoteImageFormat }, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const timeoutMs = Math.max(0, Math.min(maxRemoteImageMs, budgetMs));
    const assetId = assetIdOfUrl(url);
    return runWithTimeout(
      // The signal aborts the decoding only: the download may have other users, and has its own time limit.
      async (signal) => {
        const decodeFile = (bytes: Buffer) => decode(bytes, { owner, signal }, (file) => use(file, signal));
        // Downloads are shared by all accounts, assets are not.
        if (assetId !== undefined) return decodeFile(await readAsset(assetId, owner));
        return downloads.withFile({ url, owner }, onDownloaded, decodeFile);
      },
      timeoutMs,
      () => new ImageUnavailableError(`fetching and decoding took more than ${timeoutMs} ms`, timeoutReason),
    );
  }

  return {
    /** The size of the image at a URL in pixels, turned upright. Rejects with ImageUnavailableError. */
    measureImage(url: string, options: FetchOptions): Promise<Size> {
      return withFile(url, options, (file, signal) => decoder.measure({ task: "measure", ...file }, signal));
    },

    /** The whole image at a URL, scaled to a size. Rejects with ImageUnavailableError. */
    fetchImage(url: string, size: Size, options: FetchOptions): Promise<RemoteImage> {
      return withFile(url, options, async (file, signal) => {
        const task = { task: "decode", ...file, ...size } as const;
        return { ...size, rgba: await decoder.toPixels(task, signal) };
      });
    },
  };
}
export type RemoteImages = ReturnType<typeof createRemoteImages>;

const settingsByCode: Partial<Record<SafeFetchErrorCode, string>> = {
  host_not_allowed: "IMAGE_HOSTS_ALLOW",
  port_not_allowed: "IMAGE_PORTS",
};

/** Names the setting that allows the request, if there is one. */
function unavailable(error: unknown): unknown {
  if (!(error instanceof SafeFetchError)) return error;
  const setting = settingsByCode[error.code];
  const reason = error.message + (setting === undefined ? "" : ` (${setting})`);
  return new ImageUnavailableError(reason, error.publicReason);
}

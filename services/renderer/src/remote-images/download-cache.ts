import type { AppError } from "@placard/contracts";
import type { ByteBudget } from "@placard/runtime";
import { LRUCache } from "lru-cache";
import { ImageUnavailableError } from "./image-unavailable.ts";
import { busyReason } from "./public-reasons.ts";

interface Options {
  /** Downloads a file, and calls `onChunk` before it stores each chunk. Must have a time limit. */
  download: (url: string, onChunk: (bytes: number) => void) => Promise<Buffer>;
  /** Largest total size of the files cached after use, in bytes. */
  maxCachedBytes: number;
  /** How long a file stays cached, in ms. */
  ttlMs: number;
  /** Counts the bytes of files being downloaded or in use. */
  budget: ByteBudget;
}

/** A file being downloaded or in use. An account's requests for a URL share it; the last one releases it. */
interface RefCounted {
  file: Promise<Buffer>;
  owner: string;
  /** Bytes that the budget has counted. */
  bytes: number;
  references: number;
  isSettled: boolean;
}

/** Downloads each URL once for all requests at the same time or shortly after, within memory limits. */
export function createDownloadCache({ download, maxCachedBytes, ttlMs, budget }: Options) {
  const cached = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (file) => Math.max(1, file.length),
    ttl: ttlMs,
  });
  /** By account and URL. */
  const active = new Map<string, RefCounted>();

  function startDownload(
    key: string,
    { url, owner }: { url: string; owner: string },
    onDownloaded: (bytes: number) => void,
  ): RefCounted {
    const onChunk = (bytes: number) => {
      onDownloaded(bytes);
      try {
        budget.hold(owner, bytes);
      } catch (error) {
        throw new ImageUnavailableError((error as AppError).message, busyReason);
      }
      entry.bytes += bytes;
    };
    const entry: RefCounted = {
      file: download(url, onChunk),
      owner,
      bytes: 0,
      references: 0,
      isSettled: false,
    };
    active.set(key, entry);
    entry.file
      .then((file) => cached.set(url, file))
      .catch(() => {}) // reported to every request that awaits the file
      .finally(() => {
        entry.isSettled = true;
        releaseIfUnused(key, entry);
      });
    return entry;
  }

  function releaseIfUnused(key: string, entry: RefCounted): void {
    if (!entry.isSettled || entry.references > 0 || active.get(key) !== entry) return;
    active.delete(key);
    budget.drop(entry.owner, entry.bytes);
  }

  return {
    /**
     * Calls `use` with the file at a URL, for an account. The file stays in memory until `use` has settled.
     * If this call starts the download, `onDownloaded` gets the size of each chunk, even if the download
     * fails later. Rejects with the error of `download` or `use`.
     */
    async withFile<T>(
      { url, owner }: { url: string; owner: string },
      onDownloaded: (bytes: number) => void,
      use: (file: Buffer) => Promise<T>,
    ): Promise<T> {
      const file = cached.get(url);
      if (file) return use(file);
      const key = `${owner} ${url}`;
      const entry = active.get(key) ?? startDownload(key, { url, owner }, onDownloaded);
      entry.references++;
      try {
        return await use(await entry.file);
      } finally {
        entry.references--;
        releaseIfUnused(key, entry);
      }
    },
  };
}

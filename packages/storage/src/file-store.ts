import { open, readdir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ImageStore, ListedObject } from "./image-store.ts";
import { decodeObject, encodeObject, readFooter } from "./object-file.ts";
import { checkObjectKey, parseObjectKey } from "./object-key.ts";
import { describeObject } from "./object-meta.ts";
import { reportFailure, StorageUnavailableError } from "./storage-unavailable.ts";
import { createTempFiles } from "./temp-files.ts";

/** How many files are read or deleted at a time: enough for the four threads of libuv. */
const concurrency = 16;

/**
 * Stores objects as files: `<directory>/images/Ab/AbC….png`, in subdirectories by the first two characters of
 * the id. Several processes of one machine may use the same directory at the same time. The file system must
 * be case-sensitive, as ids are (on macOS: a volume formatted as case-sensitive).
 * @param options `directory`: created if missing
 */
export function createFileStore({ directory }: { directory: string }): ImageStore {
  const tempFiles = createTempFiles(join(directory, ".tmp")); // no kind of object starts with a dot

  const pathOf = (key: string): string => {
    const { kind, id, extension } = checkObjectKey(key);
    return join(directory, kind, id.slice(0, 2), `${id}.${extension}`);
  };

  return {
    async put(key, bytes, attributes, { durable = true } = {}) {
      const path = pathOf(key);
      const meta = describeObject(bytes, attributes);
      await reportFailure(`put ${key}`, () => tempFiles.replace(path, encodeObject(bytes, meta), durable));
      return meta;
    },

    async get(key) {
      const path = pathOf(key);
      const file = await reportFailure(`get ${key}`, () => unlessMissing(readFile(path)));
      return file && decodeObject(file);
    },

    async head(key) {
      const path = pathOf(key);
      return await reportFailure(`head ${key}`, async () => {
        const file = await unlessMissing(open(path));
        if (!file) return undefined;
        try {
          return await readFooter(file);
        } finally {
          await file.close();
        }
      });
    },

    async delete(key) {
      const path = pathOf(key);
      await reportFailure(`delete ${key}`, () => unlessMissing(unlink(path)));
    },

    async deleteAll(keys) {
      const paths = keys.map(pathOf);
      const errors: unknown[] = [];
      for (const batch of batchesOf(paths)) {
        const outcomes = await Promise.allSettled(batch.map((path) => unlessMissing(unlink(path))));
        for (const outcome of outcomes) if (outcome.status === "rejected") errors.push(outcome.reason);
      }
      if (errors.length > 0)
        throw new StorageUnavailableError(`delete ${errors.length} of ${keys.length} objects`, errors[0]);
    },

    async *list(prefix, { after = "" } = {}) {
      const readModificationTime = async (key: string): Promise<ListedObject[]> => {
        const stats = await unlessMissing(stat(pathOf(key)));
        return stats?.isFile() ? [{ key, modifiedAt: Math.floor(stats.mtimeMs) }] : [];
      };
      try {
        for await (const keys of keysByDirectory(directory, prefix, after)) {
          for (const batch of batchesOf(keys))
            yield* (await Promise.all(batch.map(readModificationTime))).flat();
        }
      } catch (error) {
        throw new StorageUnavailableError(`list ${prefix}`, error);
      }
    },

    check: () => reportFailure("check", () => tempFiles.probe()),
    close() {}, // there is no connection
  };
}

/**
 * The keys of each subdirectory that has any, in ascending order. If the prefix contains the start of an id,
 * only the subdirectory of ids that start so is read.
 */
async function* keysByDirectory(directory: string, prefix: string, after: string): AsyncIterable<string[]> {
  const [, subdirectory] = /^[a-z]+\/([A-Za-z0-9_-]{2})/.exec(prefix) ?? [];
  for (const kind of await namesIn(directory)) {
    if (!prefix.startsWith(`${kind}/`) && !`${kind}/`.startsWith(prefix)) continue;
    const subdirectories = subdirectory === undefined ? await namesIn(join(directory, kind)) : [subdirectory];
    for (const each of subdirectories) {
      const start = `${kind}/${each}`;
      if (start < after.slice(0, start.length)) continue;
      const names = await namesIn(join(directory, kind, each));
      const keys = names.map((name) => `${kind}/${name}`);
      yield keys.filter((key) => key.startsWith(prefix) && key > after && parseObjectKey(key));
    }
  }
}

/** The names in a directory in ascending order; none if it does not exist. */
async function namesIn(directory: string): Promise<string[]> {
  return ((await unlessMissing(readdir(directory), ["ENOENT", "ENOTDIR"])) ?? []).toSorted();
}

function* batchesOf<T>(items: readonly T[]): Iterable<T[]> {
  for (let start = 0; start < items.length; start += concurrency)
    yield items.slice(start, start + concurrency);
}

async function unlessMissing<T>(work: Promise<T>, codes = ["ENOENT"]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && codes.includes(String(error.code))) return undefined;
    throw error;
  }
}

import { open, opendir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ImageStore } from "./image-store.ts";
import { decodeObject, encodeObject, readFooter } from "./object-file.ts";
import { checkObjectKey, parseObjectKey } from "./object-key.ts";
import { describeObject } from "./object-meta.ts";
import { reportFailure, StorageUnavailableError } from "./storage-unavailable.ts";
import { createTempFiles } from "./temp-files.ts";

/**
 * Stores objects as files: `<directory>/images/Ab/AbC….png`, in subdirectories by the first two characters of the id, so
 * that a directory does not hold a million files. Several processes of one machine may use the same directory at the same time.
 * The file system must be case-sensitive, as ids are (on macOS: a volume formatted as case-sensitive).
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

    async *list(prefix) {
      try {
        for await (const key of keysIn(directory, prefix)) {
          const stats = await unlessMissing(stat(pathOf(key)));
          if (stats?.isFile()) yield { key, modifiedAt: Math.floor(stats.mtimeMs) };
        }
      } catch (error) {
        throw new StorageUnavailableError(`list ${prefix}`, error);
      }
    },

    check: () => reportFailure("check", () => tempFiles.probe()),
    close() {},
  };
}

/** If the prefix contains the start of an id, only the subdirectory of ids that start so is read. */
async function* keysIn(directory: string, prefix: string): AsyncIterable<string> {
  const [, subdirectory] = /^[a-z]+\/([A-Za-z0-9_-]{2})/.exec(prefix) ?? [];
  for await (const kind of namesIn(directory)) {
    if (!prefix.startsWith(`${kind}/`) && !`${kind}/`.startsWith(prefix)) continue;
    const subdirectories = subdirectory === undefined ? namesIn(join(directory, kind)) : [subdirectory];
    for await (const each of subdirectories) {
      for await (const name of namesIn(join(directory, kind, each))) {
        const key = `${kind}/${name}`;
        if (parseObjectKey(key) && key.startsWith(prefix)) yield key;
      }
    }
  }
}

async function* namesIn(directory: string): AsyncIterable<string> {
  const entries = await unlessMissing(opendir(directory), ["ENOENT", "ENOTDIR"]);
  for await (const { name } of entries ?? []) yield name;
}

async function unlessMissing<T>(work: Promise<T>, codes = ["ENOENT"]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && codes.includes(String(error.code))) return undefined;
    throw error;
  }
}

import { open, opendir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ImageStore } from "./image-store.ts";
import { readFooter, sealObject, unsealObject } from "./object-file.ts";
import { checkObjectKey, parseObjectKey } from "./object-key.ts";
import { describeObject } from "./object-meta.ts";
import { reportFailure, StorageUnavailableError } from "./storage-unavailable.ts";
import { createTempFiles } from "./temp-files.ts";

/**
 * Objects as files: `<directory>/images/Ab/AbC….png`, in directories by the first two characters of the id, so that a
 * million of them don't share one. Several processes of one machine may use the same directory at once.
 * The file system must tell upper from lower case, as ids do (on macOS: a volume formatted as case-sensitive).
 * @param options `directory`: made when missing
 */
export function createFileStore({ directory }: { directory: string }): ImageStore {
  const tempFiles = createTempFiles(join(directory, ".tmp")); // no kind of object begins with a dot

  const pathOf = (key: string): string => {
    const { kind, id, extension } = checkObjectKey(key);
    return join(directory, kind, id.slice(0, 2), `${id}.${extension}`);
  };

  return {
    async put(key, bytes, about, { durable = true } = {}) {
      const path = pathOf(key);
      const meta = describeObject(bytes, about);
      await reportFailure(`put ${key}`, () => tempFiles.replace(path, sealObject(bytes, meta), durable));
      return meta;
    },

    async get(key) {
      const path = pathOf(key);
      const file = await reportFailure(`get ${key}`, () => unlessMissing(readFile(path)));
      return file && unsealObject(file);
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
          const about = await unlessMissing(stat(pathOf(key)));
          if (about?.isFile()) yield { key, modifiedAt: Math.floor(about.mtimeMs) };
        }
      } catch (error) {
        throw new StorageUnavailableError(`list ${prefix}`, error);
      }
    },

    check: () => reportFailure("check", () => tempFiles.probe()),
    close() {},
  };
}

async function* keysIn(directory: string, prefix: string): AsyncIterable<string> {
  for await (const kind of namesIn(directory)) {
    if (!prefix.startsWith(`${kind}/`) && !`${kind}/`.startsWith(prefix)) continue;
    for await (const shard of namesIn(join(directory, kind))) {
      for await (const name of namesIn(join(directory, kind, shard))) {
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

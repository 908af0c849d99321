import { createFileStore } from "./file-store.ts";
import type { ImageStore } from "./image-store.ts";
import type { S3Settings } from "./s3-client.ts";

/** Where images are stored: in a bucket if `s3` is set, otherwise as files. */
export interface StoreSettings {
  s3?: (S3Settings & { bucket: string }) | undefined;
  /** of the files; unused with `s3` */
  directory: string;
}

/**
 * Opens the store that the settings select. Nothing is touched or connected to before its first call. The S3
 * client is loaded only if it is used.
 */
export async function openImageStore({ s3, directory }: StoreSettings): Promise<ImageStore> {
  if (!s3) return createFileStore({ directory });
  const { createS3Store } = await import("./s3-store.ts");
  return createS3Store(s3);
}

/** Runs an operation of a store, and may record its duration and its outcome. */
export type StoreInstrumentation = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** The same store, with every operation run by `instrument`, except `list`, which yields while it works. */
export function instrumentStore(store: ImageStore, instrument: StoreInstrumentation): ImageStore {
  return {
    put: (key, bytes, attributes, options) =>
      instrument("put", () => store.put(key, bytes, attributes, options)),
    get: (key) => instrument("get", () => store.get(key)),
    head: (key) => instrument("head", () => store.head(key)),
    delete: (key) => instrument("delete", () => store.delete(key)),
    deleteAll: (keys) => instrument("delete all", () => store.deleteAll(keys)),
    list: (prefix, options) => store.list(prefix, options),
    check: () => instrument("check", () => store.check()),
    close: () => store.close(),
  };
}

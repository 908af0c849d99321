import type { ImageStore } from "./image-store.ts";

/** Runs an operation and may note how long it took and whether it failed. */
export type StoreInstrumentation = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** The same store, each operation of which is run by `watch`; `list`, which hands out as it goes, as it is. */
export function instrumentStore(store: ImageStore, watch: StoreInstrumentation): ImageStore {
  return {
    put: (key, bytes, about, options) => watch("put", () => store.put(key, bytes, about, options)),
    get: (key) => watch("get", () => store.get(key)),
    head: (key) => watch("head", () => store.head(key)),
    delete: (key) => watch("delete", () => store.delete(key)),
    list: (prefix) => store.list(prefix),
    check: () => watch("check", () => store.check()),
    close: () => store.close(),
  };
}

export { createFileStore } from "./file-store.ts";
export type { ImageStore, ListedObject, ObjectAttributes, ObjectMeta } from "./image-store.ts";
export { instrumentStore, openImageStore } from "./open-store.ts";
export { StorageUnavailableError } from "./storage-unavailable.ts";

import { createFileStore } from "./file-store.ts";
import type { ImageStore } from "./image-store.ts";
import type { S3Settings } from "./s3-client.ts";
import { createS3Store } from "./s3-store.ts";

/** Where images are to lie: in a bucket when there is one, else under a directory. */
export interface StoreSettings {
  s3?: (S3Settings & { bucket: string }) | undefined;
  /** for files; unused with `s3` */
  directory: string;
}

/** Opens the store that the settings ask for. Nothing is touched or connected to before its first call. */
export function openImageStore({ s3, directory }: StoreSettings): ImageStore {
  return s3 ? createS3Store(s3) : createFileStore({ directory });
}

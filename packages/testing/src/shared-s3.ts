import { createBucket } from "./s3.ts";
import { readSharedServer } from "./shared-placard.ts";
import type { SharedS3Info } from "./shared-servers.ts";

/** The S3 server that test files share. Each file uses only buckets that it created. */
export interface SharedS3 extends SharedS3Info {
  /** Creates an empty bucket under a name that was never used before, and returns the name. */
  createBucket: () => Promise<string>;
}

/**
 * The S3 server that test files share. The first file that needs it starts it, which takes about 8 s (on a busy machine
 * more: set the timeout of the `before` hook to 120 s). It is stopped after the last test of the run.
 * @throws Error as startS3
 */
export async function getSharedS3(): Promise<SharedS3> {
  const info = (await readSharedServer("/s3")) as SharedS3Info;
  return { ...info, createBucket: () => createBucket(info) };
}

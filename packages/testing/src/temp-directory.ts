import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TempDirectory {
  /** absolute */
  path: string;
  /** Deletes the directory with its content. An absent directory is not an error. */
  remove(): Promise<void>;
}

/** Creates an empty directory in the system's temporary directory. */
export async function createTempDirectory(): Promise<TempDirectory> {
  const path = await mkdtemp(join(tmpdir(), "placard-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

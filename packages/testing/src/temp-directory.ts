import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory of a test's own. */
export interface TempDirectory {
  /** absolute */
  path: string;
  /** Deletes it with all that it holds; gone already is no error. */
  remove(): Promise<void>;
}

/** Makes an empty directory under the system's temporary directory. */
export async function createTempDirectory(): Promise<TempDirectory> {
  const path = await mkdtemp(join(tmpdir(), "placard-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

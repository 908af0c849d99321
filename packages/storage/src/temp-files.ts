import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const hourMs = 3_600_000;

/** Writes files atomically. */
export interface TempFiles {
  /**
   * Writes the content to `path` and replaces what is there. With `durable`, the content survives a power failure once
   * this resolves; without, a power failure may leave the old content, none, or a part. @throws the system's error
   */
  replace(path: string, content: Uint8Array, durable: boolean): Promise<void>;
  /** Checks that files can be created by creating one. @throws the system's error */
  probe(): Promise<void>;
}

/**
 * @param directory for files that are being written, on the same file system as their final paths; created if missing.
 *   Files that a crashed process left there are deleted by the first write an hour or more after their last change.
 */
export function createTempFiles(directory: string): TempFiles {
  let cleanedAt = 0;

  async function withTempFile(use: (path: string) => Promise<void>): Promise<void> {
    const path = join(directory, randomUUID());
    try {
      await inDirectory(directory, () => use(path));
    } catch (error) {
      await rm(path, { force: true }).catch(() => {}); // the first error is the one to report
      throw error;
    }
    if (Date.now() - cleanedAt < hourMs) return;
    cleanedAt = Date.now();
    await deleteAbandonedFiles(directory, cleanedAt - hourMs);
  }

  return {
    replace: (path, content, durable) =>
      withTempFile(async (temp) => {
        await writeFile(temp, content, { flush: durable });
        await inDirectory(dirname(path), () => rename(temp, path));
        if (durable) await syncDirectory(dirname(path)); // otherwise the rename may not survive a power failure
      }),
    probe: () =>
      withTempFile(async (temp) => {
        await writeFile(temp, "probe");
        await rm(temp);
      }),
  };
}

/** Runs an action in a directory, and creates the directory only if the action fails without it. */
async function inDirectory(directory: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await mkdir(directory, { recursive: true });
    await act();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

// A failure here must not fail the write that triggered it: the next attempt follows in an hour.
async function deleteAbandonedFiles(directory: string, before: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(path, { force: true }).catch(() => {});
  }
}

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const hourMs = 3_600_000;

/** Writes files atomically. */
export interface TempFiles {
  /**
   * Writes the content to `path` and replaces what is there. With `isDurable`, the content survives a power
   * failure once this resolves. Otherwise, it may be the old content, none, or a part. @throws the system's
   * error
   */
  replace(path: string, content: Uint8Array, isDurable: boolean): Promise<void>;
  /** Checks that files can be created by creating one. @throws the system's error */
  probe(): Promise<void>;
}

/**
 * @param directory for files that are being written, on the file system of their final paths; created if
 *   missing. The first write deletes files that a crashed process left there an hour or more ago.
 */
export function createTempFiles(directory: string): TempFiles {
  let cleanedAt = 0;

  async function replace(path: string, content: Uint8Array, isDurable: boolean): Promise<void> {
    const temp = join(directory, randomUUID());
    try {
      await write(temp, content, isDurable);
      await inDirectory(dirname(path), () => rename(temp, path));
      if (isDurable) await flush(dirname(path)); // otherwise the rename may not survive a power failure
    } catch (error) {
      await rm(temp, { force: true }).catch(() => {}); // the first error is the one to report
      throw error;
    }
    if (Date.now() - cleanedAt < hourMs) return;
    cleanedAt = Date.now();
    await deleteAbandonedFiles(directory, cleanedAt - hourMs);
  }

  return {
    replace,
    async probe() {
      const path = join(directory, randomUUID());
      await replace(path, Buffer.from("probe"), false);
      await rm(path);
    },
  };
}

async function write(path: string, content: Uint8Array, isDurable: boolean): Promise<void> {
  const file = await inDirectory(dirname(path), () => open(path, "wx"));
  try {
    await file.writeFile(content);
    if (isDurable) await file.sync();
  } finally {
    await file.close();
  }
}

async function flush(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Runs an action in a directory, and creates the directory only if the action fails without it. */
async function inDirectory<T>(directory: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await mkdir(directory, { recursive: true });
    return await act();
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

import { randomUUID } from "node:crypto";
import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const hourMs = 3_600_000;

const syncFile = promisify(fsync);

/**
 * Writes files atomically. Only flushes use a thread: other calls take less time than switching to one. A file
 * system that does not respond stops the process.
 */
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
      inDirectory(directory, () => writeFileSync(temp, content, { flag: "wx" }));
      if (isDurable) await flush(temp);
      inDirectory(dirname(path), () => renameSync(temp, path));
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

async function flush(path: string): Promise<void> {
  const file = openSync(path, "r");
  try {
    await syncFile(file);
  } finally {
    closeSync(file);
  }
}

/** Runs an action in a directory, and creates the directory only if the action fails without it. */
function inDirectory(directory: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    mkdirSync(directory, { recursive: true });
    act();
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

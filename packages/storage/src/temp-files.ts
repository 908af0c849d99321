import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createFileWriter } from "./file-writer.ts";

const hourMs = 3_600_000;

/** Writes files atomically. */
export interface TempFiles {
  /**
   * Writes the content to `path` and replaces what is there. Takes the content: don't use it afterwards. With `isDurable`, the
   * content survives a power failure once this resolves; without, a power failure may leave the old content, none, or a
   * part. @throws the system's error
   */
  replace(path: string, content: Uint8Array, isDurable: boolean): Promise<void>;
  /** Checks that files can be created by creating one. @throws the system's error */
  probe(): Promise<void>;
  /** Stops writing: writes in progress fail. */
  close(): void;
}

/**
 * @param directory for files that are being written, on the same file system as their final paths; created if missing.
 *   Files that a crashed process left there are deleted by the first write an hour or more after their last change.
 */
export function createTempFiles(directory: string): TempFiles {
  const writer = createFileWriter();
  let cleanedAt = 0;

  async function write(path: string, content: Uint8Array, isDurable: boolean): Promise<void> {
    const temp = join(directory, randomUUID());
    try {
      await writer.write({ temp, path, content, isDurable });
    } catch (error) {
      await rm(temp, { force: true }).catch(() => {}); // the first error is the one to report
      throw error;
    }
    if (Date.now() - cleanedAt < hourMs) return;
    cleanedAt = Date.now();
    await deleteAbandonedFiles(directory, cleanedAt - hourMs);
  }

  return {
    replace: write,
    async probe() {
      const path = join(directory, randomUUID());
      await write(path, Buffer.from("probe"), false);
      await rm(path);
    },
    close: () => writer.close(),
  };
}

// A failure here must not fail the write that triggered it: the next attempt follows in an hour.
async function deleteAbandonedFiles(directory: string, before: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(path, { force: true }).catch(() => {});
  }
}

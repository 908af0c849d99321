import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const hourMs = 3_600_000;

/** Writes files so that they are there whole or not at all. */
export interface TempFiles {
  /**
   * Writes the content to `path`, in place of what is there. With `durable` it outlives a power cut once this resolves;
   * without, such a cut may leave the old content, none, or a torn one. @throws the system's error
   */
  replace(path: string, content: Uint8Array, durable: boolean): Promise<void>;
  /** Proves that files can be made, by making one. @throws the system's error */
  probe(): Promise<void>;
}

/**
 * @param directory where files are while they are being written: on the file system of the paths they go to. Made when
 *   missing. What crashed writers left there is removed an hour after its last write, by whoever writes then.
 */
export function createTempFiles(directory: string): TempFiles {
  let tidiedAt = 0;

  async function withTempFile(use: (path: string) => Promise<void>): Promise<void> {
    const path = join(directory, randomUUID());
    try {
      await inDirectory(directory, () => use(path));
    } catch (error) {
      await rm(path, { force: true }).catch(() => {}); // the first error is the one to tell
      throw error;
    }
    if (Date.now() - tidiedAt < hourMs) return;
    tidiedAt = Date.now();
    await removeLeftovers(directory, tidiedAt - hourMs);
  }

  return {
    replace: (path, content, durable) =>
      withTempFile(async (temp) => {
        await writeFile(temp, content, { flush: durable });
        await inDirectory(dirname(path), () => rename(temp, path));
        if (durable) await syncDirectory(dirname(path)); // else the new name may not outlive a power cut
      }),
    probe: () =>
      withTempFile(async (temp) => {
        await writeFile(temp, "probe");
        await rm(temp);
      }),
  };
}

/** Does something that needs a directory, which it makes only where that fails: mostly it is there. */
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

// A failure here must not fail the write that came by; the next hour brings another try.
async function removeLeftovers(directory: string, before: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(path, { force: true }).catch(() => {});
  }
}

// The thread of a FileWriter.
import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { freeBytes, handleTasks } from "@placard/runtime/thread";
import type { FileToWrite } from "./file-writer.ts";

const flush = promisify(fsync); // takes so long that other files are written in the meantime

async function write({ temp, path, content, isDurable }: FileToWrite): Promise<void> {
  const file = inDirectory(dirname(temp), () => openSync(temp, "wx"));
  try {
    writeFileSync(file, content);
    if (isDurable) await flush(file);
  } finally {
    closeSync(file);
  }
  inDirectory(dirname(path), () => renameSync(temp, path));
  if (isDurable) await flushDirectory(dirname(path)); // otherwise the rename may not survive a power failure
}

async function flushDirectory(path: string): Promise<void> {
  const directory = openSync(path, "r");
  try {
    await flush(directory);
  } finally {
    closeSync(directory);
  }
}

/** Runs an action in a directory, and creates the directory only if the action fails without it. */
function inDirectory<T>(directory: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    mkdirSync(directory, { recursive: true });
    return act();
  }
}

handleTasks(async (file: FileToWrite) => {
  try {
    await write(file);
  } finally {
    freeBytes(file.content); // this thread creates little garbage, so it would collect 100 MB of contents first
  }
});

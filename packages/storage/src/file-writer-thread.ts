// The thread of a FileWriter.
import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { MessageChannel, parentPort } from "node:worker_threads";
import type { FileToWrite, WrittenFile } from "./file-writer.ts";

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

const { port1: closedPort, port2: receiver } = new MessageChannel();
receiver.close();

/** Frees the memory at once: this thread creates little garbage, so it would collect 100 MB of contents first. */
function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
    closedPort.postMessage(null, [buffer]);
}

async function answer({ id, ...file }: FileToWrite & { id: number }): Promise<void> {
  const written: WrittenFile = { id };
  try {
    await write(file);
  } catch (error) {
    written.error = error;
    if (error instanceof Error && "code" in error) written.code = error.code;
  }
  freeMemory(file.content);
  parentPort?.postMessage(written, []);
}

parentPort?.on("message", (file: FileToWrite & { id: number }) => void answer(file));

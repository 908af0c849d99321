import { Worker } from "node:worker_threads";

/** A file to write. */
export interface FileToWrite {
  /** Where it is written, on the same file system as `path`. */
  temp: string;
  /** Where it is moved once it is complete, in place of what is there. */
  path: string;
  content: Uint8Array;
  /** Whether it must survive a power failure. */
  isDurable: boolean;
}

/** What the thread answers. */
export interface WrittenFile {
  id: number;
  error?: unknown;
  /** The code of the error, such as ENOSPC: a message between threads contains only its name, message and stack. */
  code?: unknown;
}

/** Writes files in a thread. */
export interface FileWriter {
  /** Writes a file, and its directories if they are missing. Takes the content: don't use it afterwards. @throws the system's error */
  write(file: FileToWrite): Promise<void>;
  /** Stops the thread. Files that are being written fail. */
  close(): void;
}

/**
 * Creates a writer. Its thread starts with the first file, and does not keep the process running. A file takes four to eight
 * system calls: in libuv's thread pool each of them costs the event loop a round trip, and waits for encoders.
 */
export function createFileWriter(): FileWriter {
  const waiting = new Map<number, { resolve: () => void; reject: (error: unknown) => void }>();
  let thread: Worker | undefined;
  let lastId = 0;

  function startThread(): Worker {
    const started = new Worker(new URL("./file-writer-thread.js", import.meta.url));
    started.on("message", ({ id, error, code }: WrittenFile) => {
      const writing = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
      if (error === undefined) writing?.resolve();
      else writing?.reject(error instanceof Error ? Object.assign(error, { code }) : error);
    });
    started.on("error", (error) => fail(started, error));
    started.on("exit", () => fail(started, new Error("the thread that writes files has ended")));
    return started;
  }

  /** Rejects all writes of a thread. The next one starts another thread. */
  function fail(failed: Worker, error: unknown): void {
    if (failed !== thread) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    write(file) {
      thread ??= startThread();
      thread.ref();
      const { buffer, byteLength } = file.content;
      const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength; // not a part of Node's pool
      const id = ++lastId;
      const written = new Promise<void>((resolve, reject) => waiting.set(id, { resolve, reject }));
      thread.postMessage({ id, ...file }, isWhole ? [buffer] : []);
      return written;
    },
    close() {
      void thread?.terminate();
    },
  };
}

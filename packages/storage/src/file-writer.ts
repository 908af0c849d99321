import { createThread } from "@placard/runtime/thread";

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

/** Writes files in a thread. */
export interface FileWriter {
  /** Writes a file, and its directories if they are missing. Takes the content: don't use it afterwards. @throws the system's error */
  write(file: FileToWrite): Promise<void>;
  /** Stops the thread. Files that are being written fail. */
  close(): void;
}

/**
 * Creates a writer. A file takes four to eight system calls: in libuv's thread pool each of them costs the event loop a round trip, and
 * waits for encoders.
 */
export function createFileWriter(): FileWriter {
  const thread = createThread<FileToWrite, void>(new URL("./file-writer-thread.js", import.meta.url));
  return {
    write: (file) => thread.run(file, file.content),
    close: () => thread.close(),
  };
}

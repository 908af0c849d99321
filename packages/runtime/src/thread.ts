import { MessageChannel, parentPort, Worker } from "node:worker_threads";

/** What the thread receives. */
interface Message<Task> {
  id: number;
  task: Task;
}

/** What the thread answers. */
interface Answer<Result> {
  id: number;
  result?: Result;
  error?: unknown;
  /** The code of the error, such as ENOSPC: a message between threads contains only its name, message and stack. */
  code?: unknown;
}

/** Runs tasks in a thread. */
export interface Thread<Task, Result> {
  /** Runs a task. Takes the memory of `taken`: don't use it afterwards. @throws the error of the task, with its code */
  run(task: Task, taken?: Uint8Array): Promise<Result>;
  /** Stops the thread. Unfinished tasks fail. */
  close(): void;
}

/**
 * Creates a thread for a module that calls `handleTasks`. It starts with the first task, and again with the next one after it has
 * ended. It does not keep the process running.
 */
export function createThread<Task, Result>(module: URL): Thread<Task, Result> {
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: unknown) => void }>();
  let thread: Worker | undefined;
  let lastId = 0;

  function startThread(): Worker {
    const started = new Worker(module);
    started.on("message", ({ id, result, error, code }: Answer<Result>) => {
      const task = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
      if (error === undefined) task?.resolve(result as Result);
      else task?.reject(error instanceof Error ? Object.assign(error, { code }) : error);
    });
    started.on("error", (error) => fail(started, error));
    started.on("exit", () => fail(started, new Error("the thread has ended")));
    return started;
  }

  /** Rejects all tasks of a thread. */
  function fail(failed: Worker, error: unknown): void {
    if (failed !== thread) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    run(task, taken) {
      thread ??= startThread();
      thread.ref();
      const id = ++lastId;
      const finished = new Promise<Result>((resolve, reject) => waiting.set(id, { resolve, reject }));
      thread.postMessage({ id, task } satisfies Message<Task>, taken ? wholeBuffer(taken) : []);
      return finished;
    },
    close() {
      void thread?.terminate();
    },
  };
}

/** Runs the tasks of `createThread` in its module. Bytes that are a result are moved to the other thread. */
export function handleTasks(handle: (task: never) => Promise<unknown>): void {
  async function answer({ id, task }: Message<never>): Promise<void> {
    const message: Answer<unknown> = { id };
    try {
      message.result = await handle(task);
    } catch (error) {
      message.error = error;
      if (error instanceof Error && "code" in error) message.code = error.code;
    }
    const { result } = message;
    parentPort?.postMessage(message, result instanceof Uint8Array ? wholeBuffer(result) : []);
  }
  parentPort?.on("message", (message: Message<never>) => void answer(message));
}

/** Discards what is transferred to it: the only way to free an ArrayBuffer in Node.js 20. */
const closedPort = new MessageChannel().port1;
closedPort.close();

/** Frees the memory of bytes now instead of on garbage collection; not of a part of Node's pool. */
export function freeBytes(bytes: Uint8Array): void {
  closedPort.postMessage(null, wholeBuffer(bytes));
}

/** The memory of bytes if it contains nothing else, such as other parts of Node's pool. */
function wholeBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

import type { ChildProcess } from "node:child_process";
import PQueue from "p-queue";

interface Options {
  maxProcesses: number;
  start: () => ChildProcess;
  /** Resolves when a process that was started can do work. Default: immediately. */
  whenReady?: (child: ChildProcess) => Promise<void>;
  /** When no process has had work for this long, in ms, all exit. Default: never. */
  maxIdleMs?: number;
}

/** Work that waits for a process. */
interface Waiter {
  resolve: (child: ChildProcess) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a pool of child processes, each of which does one piece of work at a time. A process is started
 * when it is needed, and reused. Work gets the first process that is ready or free.
 */
export function createProcessPool(options: Options) {
  const { maxProcesses, start, whenReady = () => Promise.resolve(), maxIdleMs } = options;
  const queue = new PQueue({ concurrency: maxProcesses });
  const idle = new Set<ChildProcess>();
  const running = new Set<ChildProcess>();
  const waiters = new Set<Waiter>();
  let isStopped = false;

  function startProcess(): void {
    const child = start();
    let isReady = false;
    const end = (cause: unknown) => {
      idle.delete(child);
      if (!running.delete(child)) return;
      if (!isReady)
        takeWaiter()?.reject(new Error(`the process exited before it was ready (${String(cause)})`));
      else if (waiters.size > 0 && !isStopped) startProcess();
    };
    running.add(child);
    child.on("error", (error) => {
      child.kill("SIGKILL"); // its work sees the exit
      if (child.pid === undefined) end(error);
    });
    child.on("exit", (status, signal) => end(signal ?? `status ${status}`));
    void whenReady(child).then(() => {
      isReady = true;
      release(child);
    });
  }

  function takeWaiter(): Waiter | undefined {
    const [waiter] = waiters;
    if (waiter) waiters.delete(waiter);
    return waiter;
  }

  function release(child: ChildProcess): void {
    if (!running.has(child)) return; // it has exited
    const waiter = takeWaiter();
    if (waiter) waiter.resolve(child);
    else idle.add(child);
  }

  function acquire(signal: AbortSignal): Promise<ChildProcess> {
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      const [child] = idle;
      if (child) {
        idle.delete(child);
        resolve(child);
        return;
      }
      waiters.add(waiter);
      const onAbort = () => waiters.delete(waiter) && reject(signal.reason as Error);
      signal.addEventListener("abort", onAbort, { once: true });
      if (running.size < maxProcesses) startProcess();
    });
  }

  async function useProcess<T>(work: (child: ChildProcess) => Promise<T>, signal: AbortSignal): Promise<T> {
    const child = await acquire(signal);
    let isReusable = false;
    try {
      const result = await work(child);
      isReusable = true;
      return result;
    } finally {
      if (isReusable) release(child);
      else child.kill("SIGKILL");
    }
  }

  let idleTimer: NodeJS.Timeout | undefined;
  const keepIdle = () => {
    clearTimeout(idleTimer);
    if (maxIdleMs !== undefined) idleTimer = setTimeout(endIdle, maxIdleMs).unref();
  };
  const endIdle = () => {
    for (const child of idle) {
      idle.delete(child);
      child.disconnect();
    }
  };
  queue.on("add", () => clearTimeout(idleTimer));
  queue.on("idle", keepIdle);

  return {
    /** Starts a process for work that comes soon, if none is free. */
    prepare(): void {
      if (idle.size > 0 || running.size >= maxProcesses) return;
      startProcess();
      if (queue.pending === 0) keepIdle();
    },
    /**
     * Does some work with a process, when one is free. Rejects as the work does, which nothing but a killed
     * process stops; the process is killed then. Rejects with the signal's reason if it aborts before the
     * work starts.
     */
    use: <T>(work: (child: ChildProcess) => Promise<T>, signal: AbortSignal): Promise<T> =>
      queue.add(() => useProcess(work, signal), { signal }),
    /** Kills all processes. */
    stop(): void {
      isStopped = true;
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

import type { ChildProcess } from "node:child_process";
import PQueue from "p-queue";

interface Options {
  maxProcesses: number;
  start: () => ChildProcess;
  /** When no process has had work for this long, in ms, all are disconnected and exit. Default: never. */
  maxIdleMs?: number;
}

/**
 * Creates a pool of child processes, each of which does one piece of work at a time. A process is started
 * when it is first needed, and reused.
 */
export function createProcessPool({ maxProcesses, start, maxIdleMs }: Options) {
  const queue = new PQueue({ concurrency: maxProcesses });
  const idle = new Set<ChildProcess>();
  const running = new Set<ChildProcess>();

  function startProcess(): ChildProcess {
    const child = start();
    const forget = () => {
      running.delete(child);
      idle.delete(child);
    };
    running.add(child);
    child.on("error", () => child.kill("SIGKILL")); // its work sees the exit
    child.on("exit", forget);
    return child;
  }

  async function useProcess<T>(work: (child: ChildProcess) => Promise<T>): Promise<T> {
    const [child = startProcess()] = idle;
    idle.delete(child);
    let isReusable = false;
    try {
      const result = await work(child);
      isReusable = true;
      return result;
    } finally {
      if (isReusable) idle.add(child);
      else child.kill("SIGKILL");
    }
  }

  let idleTimer: NodeJS.Timeout | undefined;
  const keepIdle = () => {
    clearTimeout(idleTimer);
    if (maxIdleMs !== undefined) idleTimer = setTimeout(endIdle, maxIdleMs).unref();
  };
  const endIdle = () => {
    for (const child of idle) child.disconnect();
    idle.clear();
  };
  queue.on("add", () => clearTimeout(idleTimer));
  queue.on("idle", keepIdle);

  return {
    /** Starts a process for work that comes soon, if none is free. */
    prepare(): void {
      if (idle.size > 0 || running.size >= maxProcesses) return;
      idle.add(startProcess());
      if (queue.pending === 0) keepIdle();
    },
    /**
     * Does some work with a process, when one is free. Rejects as the work does, which nothing but a killed
     * process stops; the process is killed then. Rejects with the signal's reason if it aborts before the
     * work starts.
     */
    use: <T>(work: (child: ChildProcess) => Promise<T>, signal: AbortSignal): Promise<T> =>
      queue.add(() => useProcess(work), { signal }),
    /** Kills all processes. */
    stop(): void {
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

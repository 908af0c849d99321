import { isRedisOutage, type Logger } from "@placard/runtime";

interface Options {
  intervalMs: number;
  logger: Pick<Logger, "error">;
  /** The log message of a run that failed. Outages of Redis are logged by the connection. */
  failure: string;
}

/** Creates a task that runs at an interval. Runs don't overlap, and never reject. */
export function createPeriodicTask(task: () => Promise<void>, { intervalMs, logger, failure }: Options) {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Runs the task now, or resolves when the current run ends. */
  function run(): Promise<void> {
    running ??= task()
      .catch((error: unknown) => {
        if (!isRedisOutage(error)) logger.error({ err: error }, failure);
      })
      .finally(() => (running = undefined));
    return running;
  }

  return {
    run,
    start(): void {
      timer = setInterval(() => void run(), intervalMs);
    },
    /** Starts no more runs, and waits for the current one. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

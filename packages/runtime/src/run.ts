import type { Logger } from "./logger.ts";
import { StartError } from "./start-error.ts";

/** A started process: what it takes to end it in order, HTTP before queue before Redis. */
export interface RunningProcess {
  stop: () => Promise<void>;
}

/** How long an orderly stop may take before the process ends anyway. Milliseconds. */
const stopWithinMs = 10_000;

/**
 * Runs a process's main function until SIGINT or SIGTERM, or until the launcher that forked it is gone, then stops it
 * in order: exit status 0, or 1 where that takes too long. Settings that can't be, or a port that can't be had, end it at
 * once with status 1 and a sentence on standard error.
 */
export async function run(logger: Logger, start: () => Promise<RunningProcess>): Promise<void> {
  process.on("uncaughtException", (error) => die(logger, error));
  process.on("unhandledRejection", (error) => die(logger, error));
  let running: RunningProcess;
  try {
    running = await start();
  } catch (error) {
    if (!(error instanceof StartError)) return die(logger, error);
    logger.flush();
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, "stopping");
    setTimeout(() => die(logger, new Error("stopping took too long")), stopWithinMs).unref();
    running.stop().then(
      () => {
        logger.flush();
        process.exit(0);
      },
      (error: unknown) => die(logger, error),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop(signal));
  process.on("disconnect", () => stop("the launcher is gone"));
}

function die(logger: Logger, error: unknown): void {
  logger.fatal({ err: error }, "ended by a fault");
  logger.flush();
  process.exit(1);
}

import type { Logger } from "./logger.ts";
import { withTimeout } from "./with-timeout.ts";

/** A process cannot start for a reason that its operator can fix. The message is for the operator. */
export class StartError extends Error {
  override name = "StartError";
}

/**
 * The exit status of a process that must be started again (EX_TEMPFAIL in sysexits.h). Supervisors restart it
 * like one that has failed.
 */
export const restartStatus = 75;

export interface RunningProcess {
  /** Shuts down HTTP, then the queue, then Redis. `isRestart`: another process replaces this one at once. */
  stop: (isRestart: boolean) => Promise<void>;
  /** How long `stop` may take before the process exits with status 1. */
  stopTimeoutMs: number;
}

/** Registers what closes a part of a process. For `isRestart`, see RunningProcess. */
export type OnStop = (close: (isRestart: boolean) => unknown) => void;

const failedStartTimeoutMs = 5_000;

/**
 * Starts a process whose parts register how they are closed, once they are open. `stop` closes the last one
 * first. If `start` rejects, the parts are closed before this rejects with the same error.
 * @param start resolves with `stopTimeoutMs`
 */
export async function startParts(start: (onStop: OnStop) => Promise<number>): Promise<RunningProcess> {
  const parts: Parameters<OnStop>[0][] = [];
  const stop = async (isRestart: boolean) => {
    for (const close of parts.toReversed()) await close(isRestart);
  };
  try {
    return { stopTimeoutMs: await start((close) => parts.push(close)), stop };
  } catch (error) {
    await withTimeout(stop(false), failedStartTimeoutMs).catch(() => {}); // the first error has the cause
    throw error;
  }
}

/**
 * Runs a process until SIGINT or SIGTERM, or until the launcher that forked it has exited. Then it shuts down
 * and exits with status 0, or with status 1 if that takes too long. `start` gets a function that shuts the
 * process down in the same way, and exits with `restartStatus`. If `start` throws StartError, the process
 * exits with status 1 and the error's message on standard error.
 */
export async function run(
  logger: Logger,
  start: (restart: (reason: string) => void) => Promise<RunningProcess>,
): Promise<void> {
  process.on("uncaughtException", (error) => die(logger, error));
  process.on("unhandledRejection", (error) => die(logger, error));
  let running: RunningProcess;
  let requestRestart!: (reason: string) => void;
  const restartRequest = new Promise<string>((resolve) => (requestRestart = resolve));
  let isStopping = false;
  const stop = (reason: string, isRestart = false) => {
    if (isStopping) return;
    isStopping = true;
    const { stopTimeoutMs } = running;
    logger.info({ reason, stopTimeoutMs }, isRestart ? "restarting" : "shutting down");
    const timeOut = () => die(logger, new Error(`shutdown timed out after ${stopTimeoutMs} ms`));
    setTimeout(timeOut, stopTimeoutMs).unref();
    running.stop(isRestart).then(
      () => {
        logger.flush();
        process.exit(isRestart ? restartStatus : 0);
      },
      (error: unknown) => die(logger, error),
    );
  };
  try {
    running = await start(requestRestart);
  } catch (error) {
    if (!(error instanceof StartError)) return die(logger, error);
    logger.flush();
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop(signal));
  process.on("disconnect", () => stop("launcher exited"));
  void restartRequest.then((reason) => stop(reason, true)); // a renderer takes its first jobs while it starts
}

function die(logger: Logger, error: unknown): void {
  logger.fatal({ err: error }, "process failed");
  logger.flush();
  process.exit(1);
}

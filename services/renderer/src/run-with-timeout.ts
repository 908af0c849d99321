import { withTimeout } from "@placard/runtime";

/**
 * Runs work that must end within `timeoutMs`: after that it rejects with the error created, and the signal that the work was
 * given aborts, so that the work can stop early. The result of work that does not stop is ignored.
 */
export async function runWithTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  createError: () => Error,
): Promise<T> {
  const controller = new AbortController();
  try {
    return await withTimeout(work(controller.signal), timeoutMs, createError);
  } finally {
    controller.abort(); // without effect on work that has settled
  }
}

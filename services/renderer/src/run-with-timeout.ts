import { withTimeout } from "@placard/runtime";

/**
 * Runs work that must end within `timeoutMs`. After that, it rejects with the error that `createError`
 * returns. If it rejects, it aborts the signal passed to the work. The result of work that does not stop is
 * ignored.
 */
export async function runWithTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  createError: () => Error,
): Promise<T> {
  const controller = new AbortController();
  try {
    return await withTimeout(work(controller.signal), timeoutMs, createError);
  } catch (error) {
    controller.abort();
    throw error;
  }
}

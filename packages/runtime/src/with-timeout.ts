/** Thrown by `withTimeout`. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/**
 * Settles as the promise does, or rejects once `timeoutMs` milliseconds have passed. The work behind the
 * promise continues: if it accepts an AbortSignal, use `AbortSignal.timeout` instead.
 * @param createError creates the error to reject with; a TimeoutError by default
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  timeoutMs: number,
  createError: () => Error = () => new TimeoutError(`timed out after ${timeoutMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

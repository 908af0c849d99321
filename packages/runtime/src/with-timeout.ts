/**
 * Settles as the promise does, or rejects with an Error once `timeoutMs` milliseconds have passed. The work behind the
 * promise is not cancelled: where it takes an AbortSignal, pass `AbortSignal.timeout` instead.
 */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

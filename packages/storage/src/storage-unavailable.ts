/** The store failed; whether the object exists is unknown. The message is for the log. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";

  /**
   * @param operation that failed: "get images/abc.png"
   * @param cause the original error
   */
  constructor(operation: string, cause: unknown) {
    super(`storage: ${operation} failed: ${describeCause(cause)}`, { cause });
  }
}

// Some S3 servers send errors without a message, only with a name.
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message && cause.message !== cause.name ? `${cause.name}: ${cause.message}` : cause.name;
}

/**
 * Runs an operation of the store.
 * @param operation for the error message: "get images/abc.png"
 * @throws StorageUnavailableError for any error that `work` throws
 */
export async function reportFailure<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new StorageUnavailableError(operation, cause);
  }
}

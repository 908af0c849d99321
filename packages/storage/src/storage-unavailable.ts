/** The store failed, for now or for good; whether the object exists is not known. The message is for the log. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";

  /**
   * @param doing what was being done: "get images/abc.png"
   * @param cause the failure, kept as it came
   */
  constructor(doing: string, cause: unknown) {
    super(`storage: ${doing} failed: ${describeCause(cause)}`, { cause });
  }
}

// Some S3 servers send errors without a message: the name is then all there is.
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message && cause.message !== cause.name ? `${cause.name}: ${cause.message}` : cause.name;
}

/**
 * Does a piece of the store's work.
 * @param doing as in the error: "get images/abc.png"
 * @throws StorageUnavailableError for whatever the work throws
 */
export async function reportFailure<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new StorageUnavailableError(doing, cause);
  }
}

/** What is known of an object without reading its bytes. */
export interface ObjectMeta {
  contentType: string;
  /** epoch ms */
  storedAt: number;
  /** epoch ms after which the bytes are stale; the store itself deletes nothing */
  expiresAt: number;
  /** strong validator without quotes, derived from the bytes (SHA-256, base64url, 27 characters) */
  etag: string;
  /** bytes */
  size: number;
}

/** What the writer of an object says of it. */
export type ObjectAttributes = Pick<ObjectMeta, "contentType" | "storedAt" | "expiresAt">;

/**
 * Where images and their recipes lie, and what it takes to answer for them with them. Keys are
 * `<kind>/<id>.<extension>`. Ids that differ only in case are different ids.
 *
 * Every method rejects with a TypeError for a malformed key (a fault of the caller) and with StorageUnavailableError for
 * every failure that is not plain absence. What can't be read as an object that was put here (cut short, damaged,
 * foreign) is absent.
 */
export interface ImageStore {
  /**
   * Stores bytes in place of what was there, in one step: a reader sees the old object or the new one, whole. When it
   * rejects, it may or may not have happened. Without `durable` (true by default) a power cut soon after may leave the
   * object absent: enough for what can be made again.
   */
  put(
    key: string,
    bytes: Uint8Array,
    about: ObjectAttributes,
    options?: { durable?: boolean },
  ): Promise<ObjectMeta>;
  /** The object, its bytes checked against its etag. */
  get(key: string): Promise<{ bytes: Buffer; meta: ObjectMeta } | undefined>;
  /** The same without the bytes, which stay unread and unchecked. */
  head(key: string): Promise<ObjectMeta | undefined>;
  /** Absent already: no error. */
  delete(key: string): Promise<void>;
  /**
   * The keys that begin with the prefix, in no order, with the time of their last write (epoch ms, on some stores
   * rounded down to the second). Nothing is opened: a key may turn out to be absent. Removing while listing is safe.
   */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: number }>;
  /** Readiness: resolves if the store can be used, else rejects with StorageUnavailableError. */
  check(): Promise<void>;
  /** Gives up what it holds open; calls after this are undefined. */
  close(): void;
}

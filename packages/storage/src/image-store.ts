/** The metadata of an object, which can be read without its bytes. */
export interface ObjectMeta {
  contentType: string;
  /** epoch ms */
  storedAt: number;
  /** epoch ms from which the bytes are stale; the store deletes nothing by itself */
  expiresAt: number;
  /** strong validator without quotes, derived from the bytes (SHA-256, base64url, 27 characters) */
  etag: string;
  /** bytes */
  size: number;
  /** `{}` if the object was stored without any, or by a version without user metadata */
  userMetadata: Readonly<Record<string, string>>;
}

/** What the caller of `put` declares about an object. */
export interface ObjectAttributes extends Pick<ObjectMeta, "contentType" | "storedAt" | "expiresAt"> {
  /**
   * Further metadata, as S3 defines it. Names: lower-case letters, digits and hyphens, 1 to 32 characters.
   * Values: printable ASCII without spaces at either end, at least 1 character. Names and values together: at
   * most 1,536 characters (S3 allows 2 KB for all metadata).
   */
  userMetadata?: Readonly<Record<string, string>>;
}

export interface ListOptions {
  /** Only the keys after this one, which need not exist. By default all. */
  after?: string | undefined;
}

export interface ListedObject {
  key: string;
  /** epoch ms */
  modifiedAt: number;
}

/**
 * Stores images, their recipes and the metadata of both. Keys are `<kind>/<id>.<extension>`, case-sensitive.
 *
 * Every method rejects with a TypeError for a malformed key, and with StorageUnavailableError for every
 * failure other than absence. An object that was not put here, or is truncated or damaged, counts as absent.
 */
export interface ImageStore {
  /**
   * Creates or replaces an object atomically: readers see the old object or the new one, never a part. If it
   * rejects, the object may or may not have been stored. Without `durable` (default true) a power failure
   * soon afterwards may leave the object absent: enough for what can be rendered again.
   * @throws TypeError if the user metadata does not have the form that ObjectAttributes describes
   */
  put(
    key: string,
    bytes: Uint8Array,
    attributes: ObjectAttributes,
    options?: { durable?: boolean },
  ): Promise<ObjectMeta>;
  /** Reads an object and verifies its bytes against its etag. */
  get(key: string): Promise<{ bytes: Buffer; meta: ObjectMeta } | undefined>;
  /** Reads the metadata alone; the bytes are neither read nor verified. */
  head(key: string): Promise<ObjectMeta | undefined>;
  /** Deletes an object. An absent one is not an error. */
  delete(key: string): Promise<void>;
  /**
   * Deletes any number of objects, in as few calls as the store allows. Absent ones are not an error. If it
   * rejects, some of them may have been deleted: a single one that cannot be deleted does not keep the
   * others.
   */
  deleteAll(keys: readonly string[]): Promise<void>;
  /**
   * Lists the keys that start with the prefix and follow `after`, in ascending order. Each has the time of
   * its last write in epoch ms, which some stores round down to the second. A listed key may turn out to be
   * absent. Deleting while listing is safe. Memory use does not depend on the number of keys.
   */
  list(prefix: string, options?: ListOptions): AsyncIterable<ListedObject>;
  /** Health check: resolves if the store can be used, otherwise rejects with StorageUnavailableError. */
  check(): Promise<void>;
  /** Closes connections. The store must not be used afterwards. */
  close(): void;
}

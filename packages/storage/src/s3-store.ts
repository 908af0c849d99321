import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { ImageStore, ObjectMeta } from "./image-store.ts";
import { checkObjectKey, parseObjectKey } from "./object-key.ts";
import { describeObject, describes, readMeta } from "./object-meta.ts";
import { createS3Client, callDeadline, type S3Settings } from "./s3-client.ts";
import { reportFailure, StorageUnavailableError } from "./storage-unavailable.ts";

/**
 * Stores objects in a bucket of any S3 server, and their metadata as S3 user metadata. Every call completes
 * or fails within about 5 s, even if the server hangs; the store recovers as soon as the server does.
 */
export function createS3Store({ bucket, ...settings }: S3Settings & { bucket: string }): ImageStore {
  const client = createS3Client(settings);

  async function requireBucket(): Promise<void> {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), callDeadline());
  }

  async function deleteOne(key: string): Promise<void> {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), callDeadline());
  }

  /** Deletes up to 1,000 objects, and returns the error of each that could not be deleted. */
  async function deleteBatch(keys: readonly string[]): Promise<Error[]> {
    const objects = keys.map((Key) => ({ Key }));
    const remove = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } });
    const deletion = client.send(remove, callDeadline()).catch(async (error: unknown) => {
      if (!isUnsupported(error)) throw error;
      for (const key of keys) await deleteOne(key);
      return { Errors: [] };
    });
    const { Errors: errors = [] } = await deletion;
    return errors.flatMap(({ Key, Code, Message }) => {
      if (Code === "NoSuchKey") return [];
      const error = new Error(`${Key}: ${Message ?? "not deleted"}`);
      return [Object.assign(error, { name: Code ?? "Error" })];
    });
  }

  return {
    async put(key, bytes, attributes) {
      checkObjectKey(key);
      const meta = describeObject(bytes, attributes);
      const put = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: meta.contentType,
        Metadata: writeMetadata(meta),
      });
      await reportFailure(`put ${key}`, () => client.send(put, callDeadline()));
      return meta;
    },

    async get(key) {
      checkObjectKey(key);
      return await reportFailure(`get ${key}`, async () => {
        const object = await unlessAbsent(
          client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), callDeadline()),
        );
        if (!object?.Body) return undefined;
        const bytes = Buffer.from(await object.Body.transformToByteArray());
        const meta = readMetadata(object);
        return meta && describes(meta, bytes) ? { bytes, meta } : undefined;
      });
    },

    async head(key) {
      checkObjectKey(key);
      return await reportFailure(`head ${key}`, async () => {
        const object = await unlessAbsent(
          client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), callDeadline()),
        );
        // A response to HEAD has no body that distinguishes a missing object from a missing bucket.
        if (!object) await requireBucket();
        return object && readMetadata(object);
      });
    },

    async delete(key) {
      checkObjectKey(key);
      await reportFailure(`delete ${key}`, () => deleteOne(key));
    },

    async deleteAll(keys) {
      for (const key of keys) checkObjectKey(key);
      const errors: Error[] = [];
      for (let start = 0; start < keys.length; start += maxDeleted) {
        const batch = keys.slice(start, start + maxDeleted);
        errors.push(...(await reportFailure(`delete ${batch.length} objects`, () => deleteBatch(batch))));
      }
      if (errors.length > 0)
        throw new StorageUnavailableError(`delete ${errors.length} of ${keys.length} objects`, errors[0]);
    },

    async *list(prefix, { after } = {}) {
      try {
        const query = { Bucket: bucket, Prefix: prefix, StartAfter: after };
        for await (const page of paginateListObjectsV2({ client }, query)) {
          for (const { Key: key = "", LastModified: modified } of page.Contents ?? []) {
            if (parseObjectKey(key) && modified) yield { key, modifiedAt: modified.getTime() };
          }
        }
      } catch (error) {
        throw new StorageUnavailableError(`list ${prefix}`, error);
      }
    },

    check: () => reportFailure(`check bucket ${bucket}`, requireBucket),
    close: () => client.destroy(),
  };
}

/** The most objects that one call deletes: with S3's 1,000, a slow server would time out. */
const maxDeleted = 250;

const userPrefix = "user-"; // keeps the names of callers apart from ours

// S3's own ETag differs from server to server, so ours is stored as well.
function writeMetadata({ storedAt, expiresAt, etag, userMetadata }: ObjectMeta): Record<string, string> {
  const own = { "stored-at": String(storedAt), "expires-at": String(expiresAt), "sha256-prefix": etag };
  const user = Object.entries(userMetadata).map(([name, value]) => [`${userPrefix}${name}`, value]);
  return { ...own, ...Object.fromEntries(user) };
}

interface ObjectHeaders {
  ContentType?: string | undefined;
  ContentLength?: number | undefined;
  Metadata?: Record<string, string> | undefined;
}

function readMetadata({ ContentType, ContentLength, Metadata = {} }: ObjectHeaders): ObjectMeta | undefined {
  const user = Object.entries(Metadata).filter(([name]) => name.startsWith(userPrefix));
  return readMeta({
    contentType: ContentType,
    storedAt: Number(Metadata["stored-at"]),
    expiresAt: Number(Metadata["expires-at"]),
    etag: Metadata["sha256-prefix"],
    size: ContentLength,
    userMetadata: Object.fromEntries(user.map(([name, value]) => [name.slice(userPrefix.length), value])),
  });
}

/** Whether a server refuses the request itself: some can't delete several objects in one. */
function isUnsupported(error: unknown): boolean {
  return error instanceof S3ServiceException && [400, 405, 501].includes(error.$metadata.httpStatusCode ?? 0);
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    // By name, since some servers send errors without a message. A missing bucket has another name.
    if (error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name)) return undefined;
    throw error;
  }
}

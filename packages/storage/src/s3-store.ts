import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import type { ImageStore, ObjectMeta } from "./image-store.ts";
import { checkObjectKey, parseObjectKey } from "./object-key.ts";
import { describeObject, describes, readMeta } from "./object-meta.ts";
import { createS3Client, deadline, type S3Settings } from "./s3-client.ts";
import { reportFailure, StorageUnavailableError } from "./storage-unavailable.ts";

/**
 * Objects in a bucket of any S3 server, their metadata as the object's own. Every call ends within about 5 s, whatever
 * the server does; a store that failed works again as soon as the server does.
 */
export function createS3Store({ bucket, ...settings }: S3Settings & { bucket: string }): ImageStore {
  const client = createS3Client(settings);

  async function requireBucket(): Promise<void> {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), deadline());
  }

  return {
    async put(key, bytes, about) {
      checkObjectKey(key);
      const meta = describeObject(bytes, about);
      const put = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: meta.contentType,
        Metadata: writeMetadata(meta),
      });
      await reportFailure(`put ${key}`, () => client.send(put, deadline()));
      return meta;
    },

    async get(key) {
      checkObjectKey(key);
      return await reportFailure(`get ${key}`, async () => {
        const object = await unlessAbsent(
          client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), deadline()),
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
          client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), deadline()),
        );
        // An answer to HEAD has no body to say what is missing: the object or the whole bucket.
        if (!object) await requireBucket();
        return object && readMetadata(object);
      });
    },

    async delete(key) {
      checkObjectKey(key);
      const remove = new DeleteObjectCommand({ Bucket: bucket, Key: key });
      await reportFailure(`delete ${key}`, () => client.send(remove, deadline()));
    },

    async *list(prefix) {
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
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

// The object's own ETag is of the server's making and differs from server to server: ours is kept beside it.
function writeMetadata({ storedAt, expiresAt, etag }: ObjectMeta): Record<string, string> {
  return { "stored-at": String(storedAt), "expires-at": String(expiresAt), "sha256-prefix": etag };
}

interface Described {
  ContentType?: string | undefined;
  ContentLength?: number | undefined;
  Metadata?: Record<string, string> | undefined;
}

function readMetadata({ ContentType, ContentLength, Metadata = {} }: Described): ObjectMeta | undefined {
  return readMeta({
    contentType: ContentType,
    storedAt: Number(Metadata["stored-at"]),
    expiresAt: Number(Metadata["expires-at"]),
    etag: Metadata["sha256-prefix"],
    size: ContentLength,
  });
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    // By name: some servers send errors without a message. A missing bucket is not among these.
    if (error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name)) return undefined;
    throw error;
  }
}

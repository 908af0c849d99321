import { createBucket, s3Env, type S3Access } from "./s3.ts";
import { readSharedServer } from "./shared-placard.ts";

/** The S3 server that test files share. Each file uses only buckets that it created. */
export interface SharedS3 extends S3Access {
  /** Creates an empty bucket under a name that was never used before, and returns the name. */
  createBucket: () => Promise<string>;
}

/**
 * The S3 server that test files share. The first file that needs it starts it, which takes about 8 s. It is
 * stopped after the last test of the run.
 * @throws Error as startS3
 */
export async function getSharedS3(): Promise<SharedS3> {
  const info = (await readSharedServer("/s3")) as S3Access;
  return { ...info, createBucket: () => createBucket(info) };
}

/** An empty bucket of the shared S3 server. */
export interface PreparedBucket {
  /** The settings with which an installation stores its images there. */
  env: Readonly<Record<string, string>>;
  /** The settings with which a test opens the same store. */
  s3: S3Settings;
}

interface S3Settings {
  bucket: string;
  endpoint: string;
  region: string;
  forcePathStyle: true;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/** Creates a bucket for one installation under test. The S3 server may have to start: see getSharedS3. */
export async function prepareBucket(): Promise<PreparedBucket> {
  const server = await getSharedS3();
  const { endpoint, region, accessKeyId, secretAccessKey } = server;
  const bucket = await server.createBucket();
  const env = s3Env(server, bucket);
  // The SDK reads its credentials from the process, in which gateways and renderers may run.
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) process.env[name] = env[name];
  return {
    env,
    s3: {
      bucket,
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    },
  };
}

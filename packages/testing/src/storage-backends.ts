import { getSharedS3 } from "./shared-s3.ts";

/** A storage backend that is ready for one installation under test. */
interface PreparedStorage {
  /** The settings that select it. */
  env: Readonly<Record<string, string>>;
  /** How a test accesses it. Absent for files, which are in `storage` in the installation's directory. */
  s3?: {
    bucket: string;
    endpoint: string;
    region: string;
    forcePathStyle: true;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
}

/**
 * All storage backends: every guarantee about images must hold on each. Preparing S3 starts the S3 server of this test
 * run, so the `before` hook needs a timeout of 120 s.
 */
export const storageBackends: readonly { name: string; prepare: () => Promise<PreparedStorage> }[] = [
  { name: "files", prepare: () => Promise.resolve({ env: {} }) },
  { name: "S3", prepare: prepareBucket },
];

async function prepareBucket(): Promise<PreparedStorage> {
  const server = await getSharedS3();
  const { endpoint, region, accessKeyId, secretAccessKey } = server;
  const bucket = await server.createBucket();
  return {
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_FORCE_PATH_STYLE: "true",
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    s3: {
      bucket,
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    },
  };
}

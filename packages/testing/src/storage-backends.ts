import { getSharedS3 } from "./shared-s3.ts";

/** A storage made ready for one Placard under test. */
interface ReadyStorage {
  /** The settings that tell a Placard to keep its images there. */
  env: Readonly<Record<string, string>>;
  /** How a test gets at it itself; absent for files, which lie in `storage` of the Placard's directory. */
  s3?: {
    bucket: string;
    endpoint: string;
    region: string;
    forcePathStyle: true;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
}

/**
 * The kinds of storage there are: what is promised of images has to hold on each. Making S3 ready starts the server of
 * this test run, which takes its time: give the `before` hook 120 s.
 */
export const storageBackends: readonly { name: string; prepare: () => Promise<ReadyStorage> }[] = [
  { name: "files", prepare: () => Promise.resolve({ env: {} }) },
  { name: "S3", prepare: makeBucketReady },
];

async function makeBucketReady(): Promise<ReadyStorage> {
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

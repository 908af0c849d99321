import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";

/** Which S3 server, and how to talk to it. */
export interface S3Settings {
  /** `https://s3.example.org`; AWS's own when left out */
  endpoint?: string | undefined;
  /** by default the SDK's own search (AWS_REGION…), or `us-east-1` with an endpoint, whose servers seldom care */
  region?: string | undefined;
  /** `endpoint/bucket/key` rather than `bucket.endpoint/key` (default): servers without a wildcard domain need it */
  forcePathStyle?: boolean | undefined;
  /** default: the SDK's own chain (environment, files, instance or container roles) */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

// Two attempts of 2 s and the pause between them: an answer or an error within 5 s.
const attempts = 2;
const attemptMs = 2_000;
const callMs = 5_000;

/** A client whose calls end in time: on its own defaults it waits for a frozen server for ever. */
export function createS3Client({ endpoint, region, forcePathStyle, credentials }: S3Settings): S3Client {
  const config: S3ClientConfig = {
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: attemptMs, // until the answer begins …
      throwOnRequestTimeout: true, // … without which the time-out is but a warning
      socketTimeout: attemptMs, // between two pieces of it
      // Waiting for a free connection counts towards the time-outs: be generous.
      httpAgent: { keepAlive: true, maxSockets: 200 },
      httpsAgent: { keepAlive: true, maxSockets: 200 },
    },
    // Checksums that not every server knows, and that our own etag, checked on every read, makes superfluous.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
  if (endpoint !== undefined) Object.assign(config, { endpoint, region: "us-east-1" });
  if (region !== undefined) config.region = region;
  if (forcePathStyle !== undefined) config.forcePathStyle = forcePathStyle;
  if (credentials !== undefined) config.credentials = credentials;
  return new S3Client(config);
}

/** Options of one call: the last resort, its reading of the body included. */
export function deadline(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(callMs) };
}

import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";

/** Which S3 server to use, and how to connect to it. */
export interface S3Settings {
  /** `https://s3.example.org`; AWS by default */
  endpoint?: string | undefined;
  /** default: from the SDK (AWS_REGION…), or `us-east-1` with an endpoint, where most servers ignore it */
  region?: string | undefined;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`, for servers without a wildcard domain */
  forcePathStyle?: boolean | undefined;
  /** by default the SDK's own chain (environment, files, instance or container roles) */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

// Two attempts of 2 s each and the delay between them: a response or an error within 5 s.
const maxAttempts = 2;
const attemptTimeoutMs = 2_000;
const callTimeoutMs = 5_000;

/** Creates a client whose calls time out: by default they wait forever for a server that hangs. */
export function createS3Client({ endpoint, region, forcePathStyle, credentials }: S3Settings): S3Client {
  const config: S3ClientConfig = {
    maxAttempts,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: attemptTimeoutMs, // until the response starts
      throwOnRequestTimeout: true, // without it, requestTimeout only logs a warning
      socketTimeout: attemptTimeoutMs, // between two chunks of the response
      // Waiting for a free connection counts toward the timeouts, so allow many.
      httpAgent: { keepAlive: true, maxSockets: 200 },
      httpsAgent: { keepAlive: true, maxSockets: 200 },
    },
    // Not every server supports these checksums, and the etag, which is verified on every read, makes them
    // unnecessary.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
  if (endpoint !== undefined) Object.assign(config, { endpoint, region: "us-east-1" });
  if (region !== undefined) config.region = region;
  if (forcePathStyle !== undefined) config.forcePathStyle = forcePathStyle;
  if (credentials !== undefined) config.credentials = credentials;
  return new S3Client(config);
}

/** Options that abort a call after 5 s in any case, including the reading of its body. */
export function callDeadline(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(callTimeoutMs) };
}

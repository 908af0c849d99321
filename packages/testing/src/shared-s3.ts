import { startS3, type TestS3 } from "./s3.ts";

let running: Promise<TestS3> | undefined;

/**
 * The one S3 server of this test run, started by the first who asks (about 8 s: give the `before` hook 120 s, for busy
 * machines) and ended after the last test by `mocha-hooks`. Each test file keeps to a bucket of its own (`createBucket`).
 * @throws Error as startS3
 */
export function getSharedS3(): Promise<TestS3> {
  running ??= startS3();
  return running;
}

/** Ends the shared server if there is one. */
export async function stopSharedS3(): Promise<void> {
  const server = await running?.catch(() => undefined);
  running = undefined;
  await server?.stop();
}

import { stopSharedS3 } from "./shared-s3.ts";

/** Mocha runs this once, after the last test: `mocha --require packages/testing/dist/mocha-hooks.js`. */
export async function mochaGlobalTeardown(): Promise<void> {
  await stopSharedS3();
}

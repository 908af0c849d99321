import { s3Env, startS3 } from "@placard/testing";
import { startDelayingProxy } from "./delaying-proxy.mjs";

/** Starts an S3 server behind a proxy that can delay and refuse. `env` has the settings of a Placard that uses it. */
export async function startDelayedS3() {
  const s3 = await startS3();
  const proxy = await startDelayingProxy(Number(new URL(s3.endpoint).port));
  const bucket = await s3.createBucket();
  return {
    s3,
    proxy,
    bucket,
    env: s3Env({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` }, bucket),
    async stop() {
      proxy.refuse();
      await s3.stop();
    },
  };
}

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { findFreePortRange } from "./free-port.ts";

/** How to access an S3 server with path-style addresses. */
export interface S3Access {
  /** `http://127.0.0.1:port` */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A Ceph object gateway for tests, on a loopback port, with path-style addresses and one user. */
export interface TestS3 extends S3Access {
  /** Creates an empty bucket under a name that was never used before, and returns the name. */
  createBucket(): Promise<string>;
  /** Pauses the server (SIGSTOP): it accepts connections, but never responds. */
  pause(): void;
  /** Resumes a paused server. It then handles the requests that it received during the pause. */
  resume(): void;
  /** Stops the server, paused or not, and deletes its data. */
  stop(): Promise<void>;
}

/** The settings for storing images in a bucket of a test server. `endpoint` may be a proxy's. */
export function s3Env(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Access,
  bucket: string,
): Readonly<Record<string, string>> {
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_FORCE_PATH_STYLE: "true",
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

const script = fileURLToPath(new URL("../ceph.sh", import.meta.url));
const portsNeeded = 21;

/**
 * Starts an empty S3 server and resolves once it responds, after about 8 s. It is stopped when this process
 * exits, at the latest.
 * @throws Error with the last lines of its log if it does not start (ceph-mon, ceph-osd or radosgw may be
 *   missing)
 */
export async function startS3(): Promise<TestS3> {
  const port = await findFreePortRange(portsNeeded);
  // The script creates and deletes it.
  const directory = join(tmpdir(), `placard-test-s3-${port}-${randomUUID()}`);
  // Its own process group, so that Ctrl-C does not reach the daemons before the script can stop them
  // together. The script exits when its standard input is closed.
  const server = spawn(script, [directory, String(port)], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let errors = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const exit = once(server, "close");

  const variables: Record<string, string> = {};
  for await (const line of createInterface(server.stdout)) {
    if (line === "READY") break;
    const [name = "", value = ""] = line.split("=");
    variables[name] = value;
  }
  server.stdout.resume(); // otherwise its "close" event never occurs
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY, S3_PID } = variables;
  if (!S3_ENDPOINT || !S3_REGION || !S3_ACCESS_KEY || !S3_SECRET_KEY || !S3_PID) {
    await exit;
    throw new Error(`the S3 test server did not start on port ${port}:\n${errors}`);
  }

  const credentials = { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY };
  const access = { endpoint: S3_ENDPOINT, region: S3_REGION, ...credentials };
  return {
    ...access,
    createBucket: () => createBucket(access),
    pause: () => void process.kill(Number(S3_PID), "SIGSTOP"),
    resume: () => void process.kill(Number(S3_PID), "SIGCONT"),
    async stop() {
      server.stdin.end();
      await exit;
    },
  };
}

/** Creates an empty bucket under a name that was never used before, and returns the name. */
export async function createBucket({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Access): Promise<string> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const bucket = `test-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return bucket;
}

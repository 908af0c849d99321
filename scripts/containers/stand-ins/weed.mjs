#!/usr/local/bin/node
// Stands in for SeaweedFS's `weed`: `weed server` runs Ceph's S3 server on loopback and forwards S3 requests
// to it, and `weed shell` creates buckets. Only the options that docker-compose.yml uses have an effect.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

const directory = "/data/ceph";
const cephPort = 18_333;
const port = 8333;
const execute = promisify(execFile);
/** The SHA-256 of an empty body. */
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const { values: options, command } = parse(process.argv.slice(2));

if (command === "server") await serve();
else if (command === "shell") await createBuckets(await text(process.stdin));
else throw new Error(`weed ${command} is not supported`);

function parse(args) {
  const values = Object.fromEntries(args.map((arg) => arg.replace(/^-+/, "").split("=")));
  return { values, command: args.find((arg) => !arg.startsWith("-")) };
}

async function serve() {
  const ceph = spawn("/opt/ceph.sh", [directory, String(cephPort), "keep"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.on("SIGTERM", () => ceph.stdin.end());
  const exited = once(ceph, "exit");
  for await (const line of createInterface(ceph.stdout)) {
    console.log(line);
    if (line === "READY") break;
  }
  ceph.stdout.resume();
  const env = { ...process.env, CEPH_CONF: `${directory}/ceph.conf` };
  const { identities } = JSON.parse(readFileSync(options["s3.config"], "utf8"));
  for (const { accessKey, secretKey } of identities.flatMap(({ credentials }) => credentials)) {
    const key = [`--access-key=${accessKey}`, `--secret=${secretKey}`];
    await execute("radosgw-admin", ["key", "create", "--uid=tester", "--key-type=s3", ...key], { env });
  }
  createServer((req, res) => {
    if (req.url === "/healthz") {
      res.end("ok");
      return;
    }
    const { method, url: path, headers } = req;
    const upstream = request({ host: "127.0.0.1", port: cephPort, method, path, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    upstream.on("error", () => res.destroy());
    res.on("close", () => upstream.destroy());
    req.pipe(upstream);
  }).listen(port, options["s3.ip.bind"]);
  const [status] = await exited;
  process.exit(status);
}

/** @param script the commands of `weed shell` */
async function createBuckets(script) {
  for (const [, name = ""] of script.matchAll(/s3\.bucket\.create -name (\S+)/g)) {
    const signature = ["--aws-sigv4", "aws:amz:us-east-1:s3", "--user", "testaccess:testsecret"];
    const basic = ["--silent", "--show-error", "--fail", "--header", `x-amz-content-sha256: ${emptyHash}`];
    await execute("curl", [...basic, ...signature, "-X", "PUT", `http://127.0.0.1:${port}/${name}`]);
  }
}

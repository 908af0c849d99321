import { once } from "node:events";
import { connect, createServer } from "node:net";
import { s3Env, startS3 } from "@placard/testing";

/**
 * Starts an S3 server behind a proxy that can delay and refuse. `env` has the settings of a Placard that uses
 * it, which is stopped before S3.
 */
export async function startDelayedS3(placard, defer) {
  const s3 = await startS3();
  const proxy = await startDelayingProxy(Number(new URL(s3.endpoint).port));
  defer(async () => {
    s3.resume();
    proxy.delayMs = 0;
    await placard.stop();
    proxy.refuse();
    await s3.stop();
  });
  const bucket = await s3.createBucket();
  return { s3, proxy, bucket, env: s3Env({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` }, bucket) };
}

/** A TCP proxy for a local port that can delay responses and refuse connections. */
async function startDelayingProxy(target) {
  const sockets = new Set();
  const proxy = {
    port: 0,
    /** The delay of responses. */
    delayMs: 0,
    refuse() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    async accept() {
      server.listen(proxy.port, "127.0.0.1");
      await once(server, "listening");
    },
  };
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (bytes) => setTimeout(() => client.writable && client.write(bytes), proxy.delayMs));
    upstream.on("end", () => setTimeout(() => client.end(), proxy.delayMs));
    client.on("close", () => upstream.destroy());
  });
  await proxy.accept();
  ({ port: proxy.port } = /** @type {import("node:net").AddressInfo} */ (server.address()));
  return proxy;
}

import { once } from "node:events";
import { connect, createServer } from "node:net";

/** @typedef {import("node:net").Socket} Socket */

/**
 * A TCP proxy for a local port that can delay responses and refuse connections.
 * @param {number} target
 */
export async function startDelayingProxy(target) {
  /** @type {Set<Socket>} */
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
  proxy.port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  return proxy;
}

import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Tries to listen on an address. Resolves with the system's error code, or undefined if it is available. */
export function tryListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * Finds an unused loopback port below the range of ephemeral ports, so that a restarted server can use it
 * again.
 */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await tryListen("127.0.0.1", port)) === undefined) return port;
  }
}

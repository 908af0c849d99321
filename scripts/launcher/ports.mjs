import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Finds an unused loopback port below the range of ephemeral ports, so that a restarted server can use it
 * again.
 */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

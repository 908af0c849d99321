import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

/**
 * Why a server can't listen there now: the system's error code, or undefined where it can.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>}
 */
export function whyNotListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? error.message),
    );
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * A loopback port that nobody listens on, below the range that outgoing connections take theirs from: a server that
 * dies finds it free again.
 */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await whyNotListen("127.0.0.1", port)) === undefined) return port;
  }
}

/**
 * Whether something listens on a loopback port.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

import { createServer } from "node:net";

// Below the range from which Linux (32768) and macOS (49152) take the ports of outgoing connections: a server that is
// stopped and started again finds its port still free.
const lowest = 20_000;
const highest = 32_000;

const given = new Set<number>();

/** A loopback TCP port that nobody listens on. This process is never given it again. */
export async function findFreePort(): Promise<number> {
  return await findFreePortRange(1);
}

/**
 * The first of `count` neighbouring loopback TCP ports that nobody listens on. This process is never given them again.
 * @throws Error when a thousand tries found none
 */
export async function findFreePortRange(count: number): Promise<number> {
  for (let tries = 0; tries < 1000; tries++) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest - count));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (ports.some((port) => given.has(port))) continue;
    for (const port of ports) given.add(port);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`no ${count} free ports between ${lowest} and ${highest}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

import { createServer } from "node:net";

// Below the range from which Linux (32768) and macOS (49152) take the ports of outgoing connections: a server that is
// stopped and started again finds its port still free.
const lowest = 20_000;
const highest = 32_000;

// Mocha's worker processes, and its main process, each take ports from a range of their own: between the check that a
// port is free and the start of the server that uses it, another process could choose the same one.
const processes = 6;
const portsPerProcess = (highest - lowest) / processes;
const worker = process.env["MOCHA_WORKER_ID"];
const firstPort =
  lowest + portsPerProcess * (worker === undefined ? 0 : 1 + (Number(worker) % (processes - 1)));

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
    const first = firstPort + Math.floor(Math.random() * (portsPerProcess - count));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (ports.some((port) => given.has(port))) continue;
    for (const port of ports) given.add(port);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`no ${count} free ports from ${firstPort} to ${firstPort + portsPerProcess}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

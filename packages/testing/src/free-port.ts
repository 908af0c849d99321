import { createServer } from "node:net";

// Below the ports of outgoing connections (Linux: from 32768, macOS: from 49152). A server's port is then
// free when it restarts. fetch refuses some ports up to 10080.
const lowest = 10_200;
const highest = 32_200;

// Each of mocha's processes uses a separate range. Otherwise, another process could choose a port before its
// server starts. Tests run in three more processes than there are cores.
const processes = 11;
const portsPerProcess = (highest - lowest) / processes;
const worker = process.env["MOCHA_WORKER_ID"];
const firstPort =
  lowest + portsPerProcess * (worker === undefined ? 0 : 1 + (Number(worker) % (processes - 1)));

const usedPorts = new Set<number>();

/** Finds a loopback TCP port that is not in use. It is never returned again in this process. */
export async function findFreePort(): Promise<number> {
  return await findFreePortRange(1);
}

/**
 * Finds `count` consecutive loopback TCP ports that are not in use, and resolves with the first one. They are
 * never returned again in this process.
 * @throws Error if a thousand attempts found none
 */
export async function findFreePortRange(count: number): Promise<number> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const first = firstPort + Math.floor(Math.random() * (portsPerProcess - count));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (ports.some((port) => usedPorts.has(port))) continue;
    for (const port of ports) usedPorts.add(port);
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

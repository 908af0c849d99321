import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { poll } from "@placard/testing";
import { generate, summarize } from "./load.mjs";

export const fault =
  "10,000 idle connections, 500 incomplete request bodies, and 500 clients that send one byte per second";
export const guarantee = "other clients are not affected; the time limits close all of these connections";
export const options = { env: { MAX_CONNECTIONS_PER_ADDRESS: "0" } };

export async function run({ url, key }) {
  const sockets = [];
  let open = 0;
  const openSocket = async (bytes) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("close", () => open--);
    socket.resume();
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    open++;
    if (bytes) socket.write(bytes);
    return socket;
  };
  const openMany = (bytes) => Promise.all(Array.from({ length: 500 }, () => openSocket(bytes)));
  const measureHits = async () => {
    const outcomes = [];
    for (let i = 0; i < 300; i++) outcomes.push(await generate(url, key, "Cached"));
    return summarize(outcomes);
  };
  try {
    await generate(url, key, "Cached");
    const before = await measureHits();
    const head = `POST /api/v1/og/generate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"temp`;
    for (let opened = 0; opened < 10_000; opened += 500) await openMany("");
    await openMany(head);
    const slow = await openMany("GET / HTTP/1.1\r\nX: ");
    const sendTimer = setInterval(
      () => slow.forEach((socket) => socket.writable && socket.write("a")),
      1_000,
    );
    const connected = open;
    const startedAt = performance.now();
    const during = await measureHits();
    const rendered = await generate(url, key);
    await poll("all of them to be closed", () => open === 0, { timeoutMs: 90_000, everyMs: 200 });
    clearInterval(sendTimer);
    const tookMs = performance.now() - startedAt;
    return {
      held:
        connected === 11_000 &&
        rendered.status === 200 &&
        during.failed === 0 &&
        during.median < 2 * before.median + 2,
      observed:
        `${connected} connections; median of a HIT ${before.median.toFixed(1)} ms before and ${during.median.toFixed(1)} ms during; ` +
        `${during.failed} of ${during.count} failed; the last connection was closed after ${(tookMs / 1000).toFixed(0)} s`,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

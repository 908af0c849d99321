import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { poll, startPlacard } from "@placard/testing";
import { generate, quantile } from "./load.mjs";

export const harm = "10,000 idle connections, 500 half-sent bodies and 500 clients that send a byte a second";
export const promise = "others are answered as before; all of them are cut off by the time limits";

/** @typedef {import("node:net").Socket} Socket */

export async function run() {
  const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  /** @type {Socket[]} */
  const sockets = [];
  let open = 0;
  const port = Number(new URL(placard.url).port);
  /** @param {string} bytes */
  const hold = async (bytes) => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("close", () => open--);
    socket.resume();
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    open++;
    if (bytes) socket.write(bytes);
    return socket;
  };
  try {
    const { url, key } = placard;
    await generate(url, key, "Known");
    const before = await medianHit(url, key);
    const head = `POST /api/v1/og/generate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"temp`;
    for (let made = 0; made < 10_000; made += 500) {
      await Promise.all(Array.from({ length: 500 }, () => hold("")));
    }
    await Promise.all(Array.from({ length: 500 }, () => hold(head)));
    const drips = await Promise.all(Array.from({ length: 500 }, () => hold("GET / HTTP/1.1\r\nX: ")));
    const drip = setInterval(() => drips.forEach((socket) => socket.writable && socket.write("a")), 1_000);
    const held = open;
    const startedAt = performance.now();
    const during = await medianHit(url, key);
    const drawn = await generate(url, key);
    await poll("all of them to be cut off", () => open === 0, { timeoutMs: 90_000, everyMs: 200 });
    clearInterval(drip);
    const tookMs = performance.now() - startedAt;
    return {
      kept: held === 11_000 && drawn.status === 200 && during.failed === 0 && during.ms < 2 * before.ms + 2,
      seen:
        `${held} held; a HIT took ${before.ms.toFixed(1)} ms before and ${during.ms.toFixed(1)} ms meanwhile (medians), ` +
        `none of ${during.count} failed; the last was cut off after ${(tookMs / 1000).toFixed(0)} s`,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await placard.stop();
  }
}

/**
 * @param {string} url
 * @param {string} key
 */
async function medianHit(url, key) {
  const answers = [];
  for (let i = 0; i < 300; i++) answers.push(await generate(url, key, "Known"));
  const ms = quantile(
    answers.map((answer) => answer.ms),
    0.5,
  );
  return { ms, failed: answers.filter(({ status }) => status !== 200).length, count: answers.length };
}

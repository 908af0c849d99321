import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { poll } from "@placard/testing";
import { generate, isOk, loadFor, send, startLoad, summarize } from "./load.mjs";
import { readMetric } from "./probes.mjs";

// All clients of a drill have the same address.
const options = { env: { MAX_CONNECTIONS_PER_ADDRESS: "0" } };

const readers = 500;
const maxMegabytes = 512;
/** About 100 KB. */
const largeImage = {
  template: "blog",
  data: { title: "Slow readers" },
  options: { width: 2048, height: 2048, format: "png" },
};

export const clients = {
  "slow-clients": {
    fault:
      "10,000 idle connections, 500 incomplete request bodies, and 500 clients that send one byte per second",
    guarantee: "other clients are not affected; the time limits close all of these connections",
    options,
    async run(placard, { defer }) {
      const { openSocket } = createSockets(placard, defer);
      let open = 0;
      const openMany = async (bytes) => {
        const sockets = Array.from({ length: 500 }, () => openSocket().on("close", () => open--));
        await Promise.all(sockets.map((socket) => once(socket, "connect")));
        open += sockets.length;
        for (const socket of sockets) socket.resume().write(bytes);
        return sockets;
      };
      const hit = () => generate(placard, "Cached");
      await hit();
      const before = summarize(await loadFor(2_000, hit, 1));
      for (let opened = 0; opened < 10_000; opened += 500) await openMany("");
      const head = `Host: x\r\nAuthorization: Bearer ${placard.key}\r\nContent-Type: application/json`;
      await openMany(`POST /api/v1/og/generate HTTP/1.1\r\n${head}\r\nContent-Length: 500\r\n\r\n{"temp`);
      const slow = await openMany("GET / HTTP/1.1\r\nX: ");
      const timer = setInterval(() => slow.forEach((socket) => socket.writable && socket.write("a")), 1_000);
      defer(() => clearInterval(timer));
      const connected = open;
      const startedAt = performance.now();
      const during = summarize(await loadFor(2_000, hit, 1));
      const rendered = await generate(placard);
      await poll("all of them to be closed", () => open === 0, { timeoutMs: 90_000, everyMs: 200 });
      const tookMs = performance.now() - startedAt;
      return {
        held:
          connected === 11_000 &&
          isOk(rendered) &&
          during.failed === 0 &&
          during.median < 2 * before.median + 2,
        observed: `${connected} connections; ${describe(before, during)}; the last connection was closed after ${(tookMs / 1000).toFixed(0)} s`,
      };
    },
  },

  "slow-readers": {
    fault:
      "500 clients that pipeline GETs of an image of 100 KB and read nothing: half of them 1,500 at once, half of them 30 and then 30 more",
    guarantee:
      "the gateway's memory stays under 512 MB; other clients are served as before; the slow ones are disconnected",
    options,
    async run(placard, { defer }) {
      const { openSocket } = createSockets(placard, defer);
      const [gateway] = placard.gateways;
      let peak = 0;
      const timer = setInterval(() => (peak = Math.max(peak, residentMegabytes(gateway.pid))), 250);
      defer(() => clearInterval(timer));
      const { url } = await generate(placard, largeImage);
      const path = new URL(url).pathname;
      const getImage = () => send(placard.url + path, { signal: AbortSignal.timeout(10_000) });
      const { bytes: image } = await getImage();
      const hit = () => generate(placard, "Cached");
      await hit();
      const before = summarize(await loadFor(2_000, hit, 2));
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      const startedAt = performance.now();
      const load = startLoad(hit, 2);
      for (let i = 0; i < readers; i++) {
        const socket = openSocket().pause();
        const isPatient = i % 2 === 0;
        socket.write(request.repeat(isPatient ? 30 : 1_500));
        // The system's buffers may hold the first 30 responses, but not all 60.
        if (isPatient) setTimeout(() => socket.writable && socket.write(request.repeat(30)), 3_000);
      }
      let images = 0;
      // Clients that read nothing don't notice that they are disconnected.
      let closed = new Map();
      const countClosed = async () => {
        if ((await getImage()).bytes.equals(image)) images++;
        closed = await readMetric(gateway, "placard_http_connections_closed_total");
        return [...closed.values()].reduce((sum, count) => sum + count, 0);
      };
      const isEachClosed = async () => (await countClosed()) >= readers;
      await poll("all of them to be disconnected", isEachClosed, { everyMs: 250 }).catch(() => {});
      const tookMs = performance.now() - startedAt;
      const during = summarize(await load.stop());
      const disconnected = await countClosed();
      const reasons = [...closed].map(([labels, count]) => `${labels} ${count}`).join(", ");
      return {
        held:
          peak > 0 &&
          peak < maxMegabytes &&
          disconnected === readers &&
          images > 0 &&
          during.failed === 0 &&
          during.median < 2 * before.median + 5,
        observed:
          `image of ${(image.length / 1024).toFixed(0)} KB; peak memory ${peak.toFixed(0)} MB; ${disconnected} disconnected within ${(tookMs / 1000).toFixed(0)} s (${reasons}); ` +
          `${describe(before, during)}; ${images} images served to other clients`,
      };
    },
  },
};

/** Connects to the gateway. All connections are closed at the end of the drill, at the latest. */
export function createSockets({ url }, defer) {
  const sockets = [];
  const closeSockets = () => sockets.forEach((socket) => socket.destroy());
  defer(closeSockets);
  const openSocket = () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    return socket;
  };
  return { openSocket, closeSockets };
}

/** Requests for a cached image before and during the fault. */
function describe(before, during) {
  return `median of a HIT ${before.median.toFixed(1)} ms before and ${during.median.toFixed(1)} ms during, slowest ${during.slowest.toFixed(0)} ms; ${during.failed} of ${during.count} failed`;
}

function residentMegabytes(pid) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { poll } from "@placard/testing";
import { generate, startLoad, summarize } from "./load.mjs";

export const fault =
  "500 clients that pipeline GETs of an image of 100 KB and read nothing: half of them 1,500 at once, half of them 30 and then 30 more";
export const guarantee =
  "the gateway's memory stays under 512 MB; other clients are served as before; the slow ones are disconnected";

const clients = 500;
const maxMegabytes = 512;
/** About 100 KB. */
const largeImage = {
  template: "blog",
  data: { title: "Slow readers" },
  options: { width: 2048, height: 2048, format: "png" },
};

// All clients of a drill have the same address.
export const options = { env: { MAX_CONNECTIONS_PER_ADDRESS: "0" } };

export async function run(placard) {
  const sockets = [];
  const [gateway] = placard.gateways;
  let peak = 0;
  const measureMemory = () => {
    peak = Math.max(peak, residentMegabytes(gateway.pid));
  };
  const memoryTimer = setInterval(measureMemory, 250);
  try {
    const image = await generate(placard.url, placard.key, largeImage);
    const path = new URL(image.url ?? "").pathname;
    const { size, body } = await getImage(placard.url + path);
    const hit = () => generate(placard.url, placard.key, "Cached");
    await hit();
    const before = await measure(hit, 2_000);
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const startedAt = performance.now();
    const load = startLoad(hit, 2);
    for (let i = 0; i < clients; i++) {
      const socket = connect({ port: Number(new URL(placard.url).port), host: "127.0.0.1" });
      sockets.push(socket.pause().on("error", () => {}));
      const isPatient = i % 2 === 0;
      socket.write(request.repeat(isPatient ? 30 : 1_500));
      // The system's buffers may hold the first 30 responses, but not all 60.
      if (isPatient) setTimeout(() => socket.writable && socket.write(request.repeat(30)), 3_000);
    }
    let images = 0;
    await poll(
      "all of them to be disconnected",
      async () => {
        images += (await getImage(placard.url + path)).body.equals(body) ? 1 : 0;
        return sum(await countClosed(gateway.adminUrl)) >= clients;
      },
      { timeoutMs: 60_000, everyMs: 250 },
    ).catch(() => {});
    const tookMs = performance.now() - startedAt;
    const during = summarize(await load.stop());
    const closed = await countClosed(gateway.adminUrl);
    const disconnected = sum(closed);
    return {
      held:
        peak > 0 &&
        peak < maxMegabytes &&
        disconnected === clients &&
        images > 0 &&
        during.failed === 0 &&
        during.median < 2 * before.median + 5,
      observed:
        `image of ${(size / 1024).toFixed(0)} KB; peak memory ${peak.toFixed(0)} MB; ${disconnected} disconnected within ${(tookMs / 1000).toFixed(0)} s (${[...closed].map(([reason, count]) => `${reason} ${count}`).join(", ")}); ` +
        `median of a HIT ${before.median.toFixed(1)} ms before and ${during.median.toFixed(1)} ms during, slowest ${during.slowest.toFixed(0)} ms; ` +
        `${during.failed} of ${during.count} failed; ${images} images served to other clients`,
    };
  } finally {
    clearInterval(memoryTimer);
    for (const socket of sockets) socket.destroy();
  }
}

async function getImage(url) {
  const body = Buffer.from(await (await fetch(url, { signal: AbortSignal.timeout(10_000) })).arrayBuffer());
  return { body, size: body.length };
}

async function measure(request, durationMs) {
  const load = startLoad(request, 2);
  await new Promise((resolve) => setTimeout(resolve, durationMs));
  return summarize(await load.stop());
}

/**
 * The connections that the gateway has closed because of their clients, by reason. Clients that read nothing
 * don't notice.
 */
async function countClosed(adminUrl) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const samples = text.matchAll(/^placard_http_connections_closed_total\{reason="(\w+)"\} (\d+)/gm);
  return new Map(Array.from(samples, ([, reason = "", count]) => [reason, Number(count)]));
}

function sum(counts) {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function residentMegabytes(pid) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

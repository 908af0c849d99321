// The whole product (gateway, two renderers, Redis, file storage) relative to takumi and to satori with resvg as Express servers
// that render in process, two processes each: uncached cards, 8 clients. Needs `npm ci --prefix bench/peers`.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { requestBody } from "./cards.mjs";
import { quantile, startRenderLoop } from "./client.mjs";
import { readCpuMs } from "./processes.mjs";
import { report } from "./report.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "4" }, format: { type: "string", multiple: true } },
});
const rounds = Number(values.rounds);
const formats = values.format ?? ["png", "jpeg", "webp"];
const ms = 1_500;
const clients = 8;

/** The least images per second relative to each peer. */
const goals = {
  png: { takumi: 1, satori: 5 },
  jpeg: { takumi: 3, satori: 11 },
  webp: { takumi: 0.95, satori: 4.5 },
};

const placard = await startPlacard({ renderers: 2, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const redis = new Redis(placard.redis.url);
const [, redisPid] = /process_id:(\d+)/.exec(await redis.info("server"));
redis.disconnect();
const processes = [];
async function startPeer(name) {
  const child = fork(fileURLToPath(new URL("peers/server.mjs", import.meta.url)), [name]);
  processes.push(child);
  const [{ url, pids }] = await once(child, "message");
  return { url, pids };
}
const servers = {
  placard: { url: placard.url, pids: [...placard.gateways, ...placard.renderers].map(({ pid }) => pid) },
  takumi: await startPeer("takumi"),
  satori: await startPeer("satori"),
};
const loop = await startRenderLoop();
let next = 0;

const agent = new Agent({ keepAlive: true });

/** Resolves with the body of the response. Rejects if the status is not 200. */
async function send(method, url, body) {
  const bytes = body && JSON.stringify(body);
  const headers = { Authorization: `Bearer ${placard.key}` };
  if (body) Object.assign(headers, { "Content-Type": "application/json" });
  if (body) headers["Content-Length"] = Buffer.byteLength(bytes);
  const sent = request(url, { method, agent, headers });
  sent.end(bytes);
  const [response] = await once(sent, "response");
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const responseBody = Buffer.concat(chunks);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${responseBody.toString()}`);
  return responseBody;
}

const generate = (url, body) => send("POST", `${url}/api/v1/og/generate`, body);

/** Requests uncached images for a while. Resolves with images per second, and CPU time per image in ms. */
async function measure({ url, pids }, format) {
  const cpuBefore = readCpuMs(pids);
  const redisBefore = readCpuMs([redisPid]);
  const startedAt = performance.now();
  let count = 0;
  const client = async () => {
    while (performance.now() - startedAt < ms) {
      await generate(url, requestBody(next++, format));
      count++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    rate: count / ((performance.now() - startedAt) / 1000),
    cpu: (readCpuMs(pids) - cpuBefore) / count,
    redisCpu: (readCpuMs([redisPid]) - redisBefore) / count,
  };
}

/** The size of one card in KB, the same for all servers. */
async function sizeOf(name, format) {
  const response = await generate(servers[name].url, requestBody(0, format));
  if (name !== "placard") return response.length / 1000;
  const { url } = JSON.parse(response).data;
  return (await send("GET", placard.url + new URL(url).pathname)).length / 1000;
}

// Until V8 has compiled the code of all processes.
for (const server of Object.values(servers)) for (let i = 0; i < 2; i++) await measure(server, "jpeg");
await loop.measure({ task: "throughput", format: "jpeg", ms: 4_000, concurrency: 2, from: next });

const rows = [];
for (const format of formats) {
  const results = [];
  for (let round = -1; round < rounds; round++) {
    const result = {};
    for (const [name, server] of Object.entries(servers)) result[name] = await measure(server, format);
    result.loop = await loop.measure({ task: "throughput", format, ms, concurrency: 2, from: next });
    if (round >= 0) results.push(result); // the first round is a warm-up
  }
  const median = (valueOf) => quantile(results.map(valueOf), 0.5);
  for (const name of Object.keys(servers))
    rows.push({
      format,
      server: name,
      "images/s": toHundredths(median((result) => result[name].rate)),
      "images/s, Placard's over it": toHundredths(
        median((result) => result.placard.rate / result[name].rate),
      ),
      "CPU ms": toHundredths(median((result) => result[name].cpu)),
      "Redis, CPU ms": toHundredths(median((result) => result[name].redisCpu)),
      "renderer alone, CPU ms":
        name === "placard" ? toHundredths(median((result) => result.loop.cpu)) : undefined,
      KB: toHundredths(await sizeOf(name, format)),
    });
  for (const [name, atLeast] of Object.entries(goals[format]))
    report({
      name: `whole product: images per second over ${name}'s, ${format}`,
      value: median((result) => result.placard.rate / result[name].rate),
      goal: { atLeast },
    });
  report({
    name: `whole product: CPU per image beyond the renderer's, ${format}`,
    value: median((result) => result.placard.cpu - result.loop.cpu),
    unit: "ms",
    goal: { atMost: 3 },
  });
}
console.table(rows);
for (const child of processes) child.kill();
loop.stop();
await placard.stop();
process.exit(0);

function toHundredths(value) {
  return Number(value.toFixed(2));
}
